/** The first letter of a text in upper case, as at the beginning of a sentence. */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The first letter of a text in lower case, as inside a sentence. An abbreviation at the beginning stays as it is. */
export function lowerFirst(text: string): string {
  return /^[A-Z][a-z ]/.test(text) ? `${text[0]?.toLowerCase()}${text.slice(1)}` : text;
}
