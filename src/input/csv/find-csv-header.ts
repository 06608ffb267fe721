/** Finds the header and the delimiter of a CSV file together, because a title above the header has no delimiter. */

import { InputError } from '../../errors.ts';
import { type RecordBatch, recordBytes } from '../bytes/record-cutter.ts';
import type { HeaderSearch, TableWarning } from '../port.ts';
import { countColumns, findHeader, headerWarnings, ROWS_SEARCHED } from '../table/header/header-row.ts';
import { DELIMITERS, findDelimiter, SAMPLE_RECORDS } from './delimiter.ts';
import { splitRecord } from './split.ts';

interface CsvHeader {
  /** The position of the header among the records. */
  readonly at: number;
  readonly delimiter: string;
  readonly warnings: readonly TableWarning[];
}

/** `namedDelimiter` is the one that the file or `--delimiter` names. */
export function findCsvHeader(
  file: string,
  batch: RecordBatch,
  namedDelimiter: string | undefined,
  search: HeaderSearch,
): CsvHeader {
  const records = textsOf(batch, search.line === undefined ? ROWS_SEARCHED : batch.records.length);
  const headerBy = (delimiter: string): PossibleHeader => {
    const rows = rowsBy(delimiter, records);
    const at = findHeader(file, rows, search);
    return { at, delimiter, rows, count: countColumns(rows[at]?.cells ?? [], search.isColumn ?? (() => false)) };
  };
  // The sort is stable, so the first of equally good delimiters counts.
  const delimiters = namedDelimiter === undefined ? DELIMITERS : [namedDelimiter];
  const [best] = delimiters.map(headerBy).sort((a, b) => b.count - a.count);
  if (namedDelimiter !== undefined && search.isColumn !== undefined && best?.count === 0) {
    refuseOtherDelimiter(file, namedDelimiter, DELIMITERS.map(headerBy));
  }
  const at = best === undefined || (best.count === 0 && search.line === undefined) ? 0 : best.at;
  const samples = records.slice(at, at + SAMPLE_RECORDS).map(({ text }) => text);
  const delimiter = namedDelimiter ?? findDelimiter(samples);
  return { at, delimiter, warnings: headerWarnings(rowsBy(delimiter, records), at, search) };
}

interface RecordText {
  readonly line: number;
  readonly text: string;
}

/** The row that is most like a header if the cells are separated by a delimiter. */
interface PossibleHeader {
  readonly at: number;
  readonly delimiter: string;
  readonly rows: readonly Row[];
  /** The number of its cells that are names of columns. */
  readonly count: number;
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

function textsOf(batch: RecordBatch, size: number): RecordText[] {
  return batch.records.slice(0, size).map(({ line }, i) => ({ line, text: recordBytes(batch, i).toString() }));
}

function rowsBy(delimiter: string, records: readonly RecordText[]): Row[] {
  return records.map(({ line, text }) => ({ line, cells: splitRecord(text, delimiter) ?? [] }));
}

/** Refuses a file in which another delimiter than the named one gives a header. */
function refuseOtherDelimiter(file: string, named: string, headers: readonly PossibleHeader[]): void {
  const other = headers.find(({ count }) => count > 1);
  if (other === undefined) return;
  const word = (delimiter: string) => (delimiter === '\t' ? 'tabs' : JSON.stringify(delimiter));
  throw new InputError(
    { file, line: other.rows[other.at]?.line ?? 1 },
    `the cells are separated by ${word(other.delimiter)}, but the file or --delimiter names ${word(named)}`,
    { hint: 'Correct the line with sep= in the file, or --delimiter.' },
  );
}
