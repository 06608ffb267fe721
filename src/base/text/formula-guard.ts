/**
 * The guard against formulas in CSV files: a spreadsheet runs a cell that begins with one of these characters. What we
 * write is guarded, what we read is unguarded, so that a file which went through us comes back as it was.
 */

/** Apostrophes count as part of the beginning: without a guard, `'=` would look the same as a guarded `=`. */
const GUARDED = /^'*[=+\-@\t\r\n]/;

/** Makes a text harmless as a cell of a CSV file. `unguardCell` takes back exactly this. */
export function guardCell(text: string): string {
  return GUARDED.test(text) ? `'${text}` : text;
}

/** The text that was guarded; any other text as it is. */
export function unguardCell(text: string): string {
  return text.startsWith("'") && GUARDED.test(text) ? text.slice(1) : text;
}
