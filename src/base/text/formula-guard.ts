/**
 * The guard against formulas in CSV files: a spreadsheet runs a cell that begins with one of these characters. Writing adds
 * an apostrophe and reading removes it, so that a text survives both unchanged.
 */

/** Apostrophes count as part of the beginning: without a guard, `'=` would look the same as a guarded `=`. */
const GUARDED = /^'*[=+\-@\t\r\n]/;

/** Makes a text harmless in a cell of a CSV file. `unguardCell` undoes exactly this. */
export function guardCell(text: string): string {
  return GUARDED.test(text) ? `'${text}` : text;
}

/** Returns the original of a guarded text, and any other text unchanged. */
export function unguardCell(text: string): string {
  return text.startsWith("'") && GUARDED.test(text) ? text.slice(1) : text;
}
