/** Parsed JSON of an unknown form. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns `undefined` if the text is not JSON. No JSON text has this value. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
