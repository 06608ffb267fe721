/** A property of what may be any JSON value, read without touching its prototype: `__proto__` is a name like others. */
export function ownValue(record: unknown, name: string | number): unknown {
  if (typeof record !== 'object' || record === null) return undefined;
  return Object.hasOwn(record, name) ? (record as Readonly<Record<string | number, unknown>>)[name] : undefined;
}
