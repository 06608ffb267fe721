/** Writes CSV as in RFC 4180. */
export interface CsvDialect {
  readonly delimiter: ',' | ';';
  readonly lineEnd: '\n' | '\r\n';
  readonly byteOrderMark: boolean;
}

/** The CSV dialect of most programs. */
export const PLAIN_CSV: CsvDialect = { delimiter: ',', lineEnd: '\n', byteOrderMark: false };

/** The CSV dialect of a spreadsheet in most of Europe. */
export const SPREADSHEET_CSV: CsvDialect = { delimiter: ';', lineEnd: '\r\n', byteOrderMark: true };

function csvLine(cells: readonly string[], { delimiter, lineEnd }: CsvDialect): string {
  return cells.map(quoteIfNeeded).join(delimiter) + lineEnd;
}

/** Returns the lines of a file. The first one begins with the byte order mark. */
export function* csvLines(
  header: readonly string[],
  rows: Iterable<readonly string[]>,
  dialect: CsvDialect,
): Generator<string> {
  yield (dialect.byteOrderMark ? '\uFEFF' : '') + csvLine(header, dialect);
  for (const cells of rows) yield csvLine(cells, dialect);
}

/** Returns the number of lines of a record: one, and one more for each line break in its cells. */
export function countLines(cells: readonly string[]): number {
  return cells.reduce((lines, cell) => lines + cell.split('\n').length - 1, 1);
}

/** Returns the cell of a value; an absent value has an empty cell. */
export function cellOf(value: string | number | boolean | null | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

function quoteIfNeeded(cell: string): string {
  return /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
