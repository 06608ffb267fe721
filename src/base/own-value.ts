/** Returns an own property of any JSON value. Ignores the prototype: `__proto__` is a name like any other. */
export function ownValue(record: unknown, name: string | number): unknown {
  if (typeof record !== 'object' || record === null) return undefined;
  return Object.hasOwn(record, name) ? (record as Readonly<Record<string | number, unknown>>)[name] : undefined;
}

/** Returns an own property that is an array, or else an empty list. */
export function ownList(record: unknown, name: string): readonly unknown[] {
  const list = ownValue(record, name);
  return Array.isArray(list) ? list : [];
}
