/**
 * Merges an update with stored fields. An absent or undefined field keeps its stored value, and `null` clears it. Both
 * records are checked, so all names are fields of the interface, and none is special to an object (`__proto__`).
 */

export function mergeFields<T extends object>(
  stored: T | undefined,
  given: object,
  ignored: ReadonlySet<string> = NONE,
): T {
  const merged: Record<string, unknown> = { ...stored };
  const fields = given as Record<string, unknown>;
  // A loop over names: `Object.entries`, or a copy without the ignored fields, takes several times as long.
  for (const name of Object.keys(fields)) {
    if (ignored.has(name)) continue;
    const value = fields[name];
    if (value === null) delete merged[name];
    else if (value !== undefined) merged[name] = value;
  }
  return merged as T;
}

const NONE: ReadonlySet<string> = new Set();

/** A copy without some fields; the record itself if it has none of them. */
export function omit<T extends object, K extends keyof T>(record: T, ...names: readonly K[]): Omit<T, K> {
  if (!names.some((name) => name in record)) return record;
  // Not by `delete`, which makes each later access to the object slow.
  const left: Record<PropertyKey, unknown> = {};
  for (const name of Object.keys(record)) {
    if (!(names as readonly PropertyKey[]).includes(name)) left[name] = record[name as keyof T];
  }
  return left as Omit<T, K>;
}
