/** A text as people compare addresses: without blanks around it, in lower case. */
export function foldCase(text: string): string {
  return text.trim().toLowerCase();
}
