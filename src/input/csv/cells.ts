import { parse } from 'csv-parse/sync';
import { formatNumber } from '../../base/text/counted.ts';
import { InputError } from '../../errors.ts';
import { type RecordBatch, recordBytes } from '../bytes/record-cutter.ts';
import { MAX_RECORD_BYTES } from '../limits.ts';
import type { CsvPiece, TableRow } from '../port.ts';
import { findQuoteFault, placeWords, quoteError } from './quotes.ts';
import { splitRecord } from './split.ts';

/** The cells of each record of a batch, up to the first record that is malformed. */
export interface ParsedBatch {
  readonly rows: readonly (readonly string[])[];
  readonly fault?: InputError | undefined;
}

/**
 * Yields the rows of a piece up to the first malformed row, and returns the error for this row. Each record is a
 * separate string, so that a cell in memory keeps only its own record there.
 */
export function* rowsIn(file: string, piece: CsvPiece, delimiter: string): Generator<TableRow, InputError | undefined> {
  const { records, before, read } = piece;
  for (let i = 0; i < records.length; i += 1) {
    const { line = 0, lines = 0 } = records[i] ?? {};
    if (read?.[i]) {
      yield new KnownRow(file, piece, i, delimiter);
      continue;
    }
    const cells = splitRecord(textOf(piece, i), delimiter);
    if (cells === undefined) return yield* parsedFrom(file, piece, i, delimiter);
    yield { file, line, lines, record: before + i + 1, isText: true, cells };
  }
  return undefined;
}

function textOf({ bytes, records }: CsvPiece, index: number): string {
  return bytes.toString('utf8', records[index]?.start, records[index + 1]?.start);
}

/** A row that another thread has read. Its cells are cut again if a rejects file needs them. */
class KnownRow implements TableRow {
  readonly isText = true;
  readonly file: string;
  readonly line: number;
  readonly lines: number;
  readonly record: number;
  readonly records: TableRow['records'];
  readonly isChecked: true | undefined;
  readonly #piece: CsvPiece;
  readonly #index: number;
  readonly #delimiter: string;

  constructor(file: string, piece: CsvPiece, index: number, delimiter: string) {
    this.file = file;
    this.line = piece.records[index]?.line ?? 0;
    this.lines = piece.records[index]?.lines ?? 0;
    this.record = piece.before + index + 1;
    this.records = piece.read?.[index] ?? undefined;
    this.isChecked = piece.isChecked;
    this.#piece = piece;
    this.#index = index;
    this.#delimiter = delimiter;
  }

  get cells(): readonly string[] {
    const text = textOf(this.#piece, this.#index);
    return splitRecord(text, this.#delimiter) ?? parseBytes(Buffer.from(text), this.#delimiter)[0] ?? [];
  }
}

function* parsedFrom(
  file: string,
  { bytes, records, before }: CsvPiece,
  from: number,
  delimiter: string,
): Generator<TableRow, InputError | undefined> {
  const start = records[from]?.start ?? 0;
  const others = records.slice(from).map((record) => ({ ...record, start: record.start - start }));
  const { rows, fault } = parseCells(file, { bytes: bytes.subarray(start), records: others }, delimiter);
  for (const [i, cells] of rows.entries()) {
    const { line = 0, lines = 0 } = others[i] ?? {};
    yield { file, line, lines, record: before + from + i + 1, isText: true, cells };
  }
  return fault;
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
