/** Returns the form in which people compare addresses: trimmed and in lower case. */
export function foldCase(text: string): string {
  return text.trim().toLowerCase();
}
