/** Foreign JSON: read by name, with nothing assumed of its shape. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own field by its exact name. */
export function fieldOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The first of the named fields that is set, whatever the case of its letters. Names are given in small letters. */
export function looseField(object: JsonObject, names: readonly string[]): unknown {
  const entries = Object.entries(object).map(([name, value]) => [name.toLowerCase(), value] as const);
  for (const name of names) {
    const found = entries.find(([own, value]) => own === name && value !== null && value !== '');
    if (found !== undefined) return found[1];
  }
  return undefined;
}

/** A text, or a number as text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}
