import { parse } from 'csv-parse/sync';
import { formatNumber } from '../../base/text/counted.ts';
import { InputError } from '../../errors.ts';
import { partOf, type RecordBatch, recordBytes } from '../bytes/record-cutter.ts';
import { MAX_RECORD_BYTES } from '../limits.ts';
import type { CsvPiece, TableRow } from '../port.ts';
import { findQuoteFault, placeWords, quoteError } from './quotes.ts';
import { splitRecord } from './split.ts';

/** The cells of each record of a batch, up to the first record that is malformed. */
export interface ParsedBatch {
  readonly rows: readonly (readonly string[])[];
  readonly fault?: InputError | undefined;
}

/** Yields the rows of a piece up to the first malformed row, and returns the error for this row. */
export function* rowsIn(file: string, piece: CsvPiece, delimiter: string): Generator<TableRow, InputError | undefined> {
  const { bytes, records, before, read } = piece;
  // Rows that are kept must not keep the values of all others.
  const batch = { bytes, records };
  for (const index of records.keys()) {
    const row = new CsvRow({ file, batch, index, delimiter }, before + index + 1, read?.[index] ?? undefined);
    const fault = row.records === undefined ? row.cut().fault : undefined;
    if (fault !== undefined) return fault;
    yield row;
  }
  return undefined;
}

/** The cells that were cut last, and their row: what reads a row asks for its cells several times. */
let last: { readonly row: CsvRow; readonly cells: readonly string[] } | undefined;

/** Where the record of a row is. */
interface RecordSource {
  readonly file: string;
  readonly batch: RecordBatch;
  readonly index: number;
  readonly delimiter: string;
}

/** A row of a piece. Its cells are cut when they are asked for, so a row in memory needs no more than its record does. */
class CsvRow implements TableRow {
  readonly isText = true;
  readonly file: string;
  readonly line: number;
  readonly lines: number;
  readonly record: number;
  records: TableRow['records'];
  readonly #batch: RecordBatch;
  readonly #index: number;
  readonly #delimiter: string;

  constructor({ file, batch, index, delimiter }: RecordSource, record: number, records: TableRow['records']) {
    this.file = file;
    this.line = batch.records[index]?.line ?? 0;
    this.lines = batch.records[index]?.lines ?? 0;
    this.record = record;
    this.records = records;
    this.#batch = batch;
    this.#index = index;
    this.#delimiter = delimiter;
  }

  get cells(): readonly string[] {
    return last?.row === this ? last.cells : (this.cut().rows[0] ?? []);
  }

  /** Cuts the record. A record that does not follow RFC 4180 to the letter is read by the parser, which may find a fault. */
  cut(): ParsedBatch {
    const { bytes, records } = this.#batch;
    const [own, next] = [records[this.#index], records[this.#index + 1]];
    const cells = splitRecord(bytes.toString('utf8', own?.start, next?.start), this.#delimiter);
    const parsed =
      cells === undefined && own !== undefined
        ? parseCells(this.file, partOf(this.#batch, this.#index, this.#index + 1), this.#delimiter)
        : { rows: [cells ?? []] };
    const [row] = parsed.rows;
    if (row !== undefined) last = { row: this, cells: row };
    return parsed;
  }
}

/**
 * Splits whole records into cells. If the parser and the cutter find different numbers of records, the command stops,
 * so that no finding names a wrong line.
 */
export function parseCells(file: string, batch: RecordBatch, delimiter: string): ParsedBatch {
  try {
    const rows = parseBytes(batch.bytes, delimiter);
    if (rows.length === batch.records.length) return { rows };
  } catch {
    return parseUpToFault(file, batch, delimiter);
  }
  throw new Error(`${file}: the records from line ${batch.records[0]?.line} on were cut in the wrong places`);
}

function parseBytes(bytes: Buffer, delimiter: string): string[][] {
  if (bytes.length === 0) return [];
  return parse(bytes, {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    // A row with too few or too many cells is a finding, not the end of the file.
    relax_column_count: true,
    max_record_size: MAX_RECORD_BYTES,
  });
}

function parseUpToFault(file: string, batch: RecordBatch, delimiter: string): ParsedBatch {
  for (const [index, { start, line }] of batch.records.entries()) {
    const found = findQuoteFault(recordBytes(batch, index).toString(), delimiter, line);
    if (found === undefined) continue;
    const rows = parseBytes(batch.bytes.subarray(0, start), delimiter);
    return { rows, fault: quoteError(file, found) };
  }
  // The parser's message may quote the text, secrets included.
  const problem = 'the CSV from here on cannot be read';
  return { rows: [], fault: new InputError({ file, line: batch.records[0]?.line ?? 1 }, problem) };
}

/** Returns the error for a record over the limit. The cause is nearly always a quote. */
export function overlongError(file: string, record: string, line: number, delimiter: string): InputError {
  const found = findQuoteFault(record, delimiter, line);
  if (found !== undefined && found.kind !== 'unclosed') return quoteError(file, found);
  const limit = `${formatNumber(MAX_RECORD_BYTES)} bytes`;
  if (found === undefined) {
    return new InputError({ file, line }, `the row that begins here is longer than ${limit}`, {
      hint: 'Check that the file is a CSV file with one record a line.',
    });
  }
  return new InputError(
    { file, line: found.opened.line },
    `the cell that a quote opens ${placeWords(found.opened)} is not closed within ${limit}`,
    {
      hint: 'Close the cell with a quote, or remove the quote. A quote that belongs to the text is written twice ("").',
    },
  );
}
