/** An update: fields that are absent (or undefined, which no wire carries) keep their stored value, `null` clears. */
export function mergeFields<T extends object>(stored: T | undefined, given: object): T {
  const merged = new Map<string, unknown>(Object.entries(stored ?? {}));
  for (const [name, value] of Object.entries(given)) {
    if (value === null) merged.delete(name);
    else if (value !== undefined) merged.set(name, value);
  }
  return Object.fromEntries(merged) as T;
}

/** The same without some of its fields. */
export function omit<T extends object, K extends keyof T>(record: T, ...names: readonly K[]): Omit<T, K> {
  const left: Partial<T> = { ...record };
  for (const name of names) delete left[name];
  return left as Omit<T, K>;
}
