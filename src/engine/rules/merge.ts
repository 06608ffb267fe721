/**
 * An update: fields that are absent (or undefined, which no wire carries) keep their stored value, `null` clears.
 * Both are checked records: their names are the contract's, so none of them is special to an object.
 */
export function mergeFields<T extends object>(stored: T | undefined, given: object): T {
  const merged: Record<string, unknown> = { ...stored };
  for (const [name, value] of Object.entries(given)) {
    if (value === null) delete merged[name];
    else if (value !== undefined) merged[name] = value;
  }
  return merged as T;
}

/** The same without some of its fields. */
export function omit<T extends object, K extends keyof T>(record: T, ...names: readonly K[]): Omit<T, K> {
  // Copied without them: an object from which something was deleted is slow for ever after.
  const left: Record<PropertyKey, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    if (!(names as readonly PropertyKey[]).includes(name)) left[name] = value;
  }
  return left as Omit<T, K>;
}
