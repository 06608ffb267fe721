/** Parsed JSON, before anything is known about it. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `undefined` where the text is not JSON: no text of JSON means that. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
