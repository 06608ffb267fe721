/** Returns an own property of any JSON value. Ignores the prototype: `__proto__` is a name like any other. */
export function ownValue(record: unknown, name: string | number): unknown {
  if (typeof record !== 'object' || record === null) return undefined;
  return Object.hasOwn(record, name) ? (record as Readonly<Record<string | number, unknown>>)[name] : undefined;
}
