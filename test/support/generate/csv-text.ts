/** Returns the lines of a file as most programs write CSV. */
export function* csvLines(header: readonly string[], rows: Iterable<readonly string[]>): Generator<string> {
  yield csvLine(header);
  for (const cells of rows) yield csvLine(cells);
}

/** The line of a record in CSV, with its end. */
const csvLine = (cells: readonly string[]) => `${cells.map(quoteIfNeeded).join()}\n`;

function quoteIfNeeded(cell: string): string {
  return /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
