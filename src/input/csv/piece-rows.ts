/** The rows of a table that is read in pieces. */
import type { TableRow } from '../port.ts';

/**
 * Returns the rows of all pieces. `rowsIn` gives those of one piece, and then the fault that ends the reading, if there is
 * one. A consumer that stops early closes the file, even before the first row.
 */
export function rowsOf<P>(
  pieces: AsyncIterable<P>,
  rowsIn: (piece: P) => Iterator<TableRow, Error | undefined>,
): AsyncIterable<TableRow> {
  const iterator = pieces[Symbol.asyncIterator]();
  let rows: Iterator<TableRow, Error | undefined> | undefined;
  const next = async (): Promise<IteratorResult<TableRow, undefined>> => {
    for (;;) {
      const row = rows?.next();
      if (row !== undefined && !row.done) return row;
      if (row?.value !== undefined) {
        await iterator.return?.();
        throw row.value;
      }
      const piece = await iterator.next();
      if (piece.done) return { done: true, value: undefined };
      rows = rowsIn(piece.value);
    }
  };
  const stop = async () => {
    await iterator.return?.();
    return { done: true as const, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: stop }) };
}
