/** Finds the header and the delimiter of a CSV file together, because a title above the header has no delimiter. */

import { InputError } from '../../errors.ts';
import { type RecordBatch, recordBytes } from '../bytes/record-cutter.ts';
import type { HeaderSearch, TableWarning } from '../port.ts';
import {
  countColumns,
  findHeader,
  headerWarnings,
  lacksHeader,
  ROWS_LOOKED_AT,
  ROWS_SEARCHED,
  refuseLateHeader,
} from '../table/header/header-row.ts';
import { DELIMITERS, findDelimiter, SAMPLE_RECORDS } from './delimiter.ts';
import { splitRecord } from './split.ts';

interface CsvStart {
  /** The position of the header among the records. */
  readonly at: number;
  readonly delimiter: string;
  readonly warnings: readonly TableWarning[];
  /** Whether no record looks like the header: more records may show where it is. */
  readonly isMissing: boolean;
}

export function findCsvHead(
  file: string,
  batch: RecordBatch,
  given: string | undefined,
  search: HeaderSearch,
): CsvStart {
  const textsOf = (size: number) =>
    batch.records.slice(0, size).map(({ line }, i) => ({ line, text: recordBytes(batch, i).toString() }));
  const records = textsOf(search.line === undefined ? ROWS_SEARCHED : batch.records.length);
  const rowsBy = (delimiter: string, texts = records) =>
    texts.map(({ line, text }) => ({ line, cells: splitRecord(text, delimiter) ?? [] }));
  const startBy = (delimiter: string) => {
    const rows = rowsBy(delimiter);
    const at = findHeader(file, rows, search);
    return { at, delimiter, rows, count: countColumns(rows[at]?.cells ?? [], search.isColumn ?? (() => false)) };
  };
  // The sort is stable, so the first of equally good delimiters counts.
  const delimiters = given === undefined ? DELIMITERS : [given];
  const [best] = delimiters.map(startBy).sort((a, b) => b.count - a.count);
  const isMissing = lacksHeader(best?.rows[best.at], search);
  if (isMissing) {
    const more = textsOf(ROWS_LOOKED_AT);
    for (const one of delimiters) refuseLateHeader(file, rowsBy(one, more), search);
  }
  const at = best === undefined || (best.count === 0 && search.line === undefined) ? 0 : best.at;
  if (given !== undefined && search.isColumn !== undefined && best?.count === 0) {
    const other = DELIMITERS.map(startBy).find(({ count }) => count > 1);
    if (other !== undefined) throw otherDelimiter(file, other.rows[other.at]?.line ?? 1, given, other.delimiter);
  }
  const samples = records.slice(at, at + SAMPLE_RECORDS).map(({ text }) => text);
  const delimiter = given ?? findDelimiter(samples);
  return { at, delimiter, isMissing, warnings: headerWarnings(rowsBy(delimiter), at, search) };
}

function otherDelimiter(file: string, line: number, given: string, found: string): InputError {
  const word = (delimiter: string) => (delimiter === '\t' ? 'tabs' : JSON.stringify(delimiter));
  return new InputError(
    { file, line },
    `the cells are separated by ${word(found)}, but the file or --delimiter names ${word(given)}`,
    {
      hint: 'Correct the line with sep= in the file, or --delimiter.',
    },
  );
}
