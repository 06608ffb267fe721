/** Writes CSV as RFC 4180 has it. */
export interface CsvDialect {
  readonly delimiter: ',' | ';';
  readonly lineEnd: '\n' | '\r\n';
  readonly byteOrderMark: boolean;
}

/** What a program writes. */
export const PLAIN_CSV: CsvDialect = { delimiter: ',', lineEnd: '\n', byteOrderMark: false };

/** What a spreadsheet in most of Europe writes. */
export const SPREADSHEET_CSV: CsvDialect = { delimiter: ';', lineEnd: '\r\n', byteOrderMark: true };

function csvLine(cells: readonly string[], { delimiter, lineEnd }: CsvDialect): string {
  return cells.map(quoteIfNeeded).join(delimiter) + lineEnd;
}

/** The lines of a file, its byte order mark before the first. */
export function* csvLines(
  header: readonly string[],
  rows: Iterable<readonly string[]>,
  dialect: CsvDialect,
): Generator<string> {
  yield (dialect.byteOrderMark ? '\uFEFF' : '') + csvLine(header, dialect);
  for (const cells of rows) yield csvLine(cells, dialect);
}

/** How many physical lines a record takes in any dialect: its own, and one for each break inside its cells. */
export function countLines(cells: readonly string[]): number {
  return cells.reduce((lines, cell) => lines + cell.split('\n').length - 1, 1);
}

/** The cell of a value that may be absent. */
export function cellOf(value: string | number | boolean | null | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

function quoteIfNeeded(cell: string): string {
  return /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
