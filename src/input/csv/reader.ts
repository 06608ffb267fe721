import { InputError } from '../../errors.ts';
import { describeLines } from '../../model/place.ts';
import { type Batch, type Reader, readRecords } from '../batch.ts';
import { UTF8 } from '../bytes/encoding.ts';
import { type Cut, joinBatches, partOf, type RecordBatch, RecordCutter, recordBytes } from '../bytes/record-cutter.ts';
import { readText } from '../bytes/text.ts';
import { MAX_BROKEN_HEADER_CHARACTERS, MAX_RECORD_BYTES } from '../limits.ts';
import type { CsvPiece, HeaderSearch, ReadingOptions, TableInput, TableRow } from '../port.ts';
import { emptyFileError, type Source } from '../source.ts';
import { ROWS_SEARCHED } from '../table/header/header-row.ts';
import { hasLineBreak, linesOf } from './cell-lines.ts';
import { overlongError, parseCells, rowsIn } from './cells.ts';
import { declaredDelimiter, findDelimiter } from './delimiter.ts';
import { findCsvHeader } from './find-csv-header.ts';
import { rowsOf } from './piece-rows.ts';

/** The header of a file and its delimiter. */
export type CsvHead = Pick<TableInput, 'delimiter' | 'header' | 'warnings'>;

/** Opens a CSV file and reads it up to the header. A fault after the header is thrown when the rows are read. */
export async function openCsv(source: Source, { delimiter, header, ...options }: ReadingOptions): Promise<TableInput> {
  const text = await readText(source, options);
  const reader = new CsvReader(text.file, delimiter, header);
  const early: Batch<CsvPiece>[] = [];
  while (reader.head === undefined) {
    const chunk = await text.next();
    const batch = chunk === undefined ? reader.end() : reader.push(chunk);
    if (reader.head === undefined && batch.fault !== undefined) throw batch.fault;
    if (reader.head === undefined && chunk === undefined) throw emptyFileError(text.file);
    early.push(batch);
  }
  const { records: pieces, lineCounts } = readRecords(text, reader, early);
  const { file, encoding } = text;
  const { head } = reader;
  const form = `CSV, ${encoding}, cells separated by ${head.delimiter === '\t' ? 'tabs' : head.delimiter}`;
  const rows = rowsOf(pieces, (piece) => rowsIn(file, piece, head.delimiter));
  const bytes = encoding === UTF8 ? await source.size?.() : undefined;
  return { kind: 'table', file, form, ...head, bytes, pieces, rows, lineCounts };
}

/**
 * Cuts CSV into records by RFC 4180, with any line ends and several delimiters. `head` is set before the first piece.
 */
export class CsvReader implements Reader<CsvPiece> {
  head: CsvHead | undefined;
  readonly #file: string;
  readonly #named: string | undefined;
  readonly #search: HeaderSearch;
  readonly #cutter = new RecordCutter(MAX_RECORD_BYTES);
  #leading: RecordBatch[] = [];
  #records = 0;
  headerLines = 0;

  constructor(file: string, delimiter: string | undefined, search: HeaderSearch = {}) {
    this.#file = file;
    this.#named = delimiter;
    this.#search = search;
  }

  get blankLines(): number {
    return this.#cutter.blankLines;
  }

  push(chunk: Buffer): Batch<CsvPiece> {
    return this.#read(this.#cutter.push(chunk), false);
  }

  end(): Batch<CsvPiece> {
    return this.#read({ batch: this.#cutter.end() }, true);
  }

  #read({ batch, overlong }: Cut, last: boolean): Batch<CsvPiece> {
    const read =
      this.head === undefined ? this.#begin(batch, last || overlong !== undefined) : { items: this.#number(batch) };
    if (read.fault !== undefined || overlong === undefined) return read;
    const record = overlong.bytes.toString();
    const delimiter = this.head?.delimiter ?? this.#named ?? findDelimiter([record]);
    return { items: read.items, fault: overlongError(this.#file, record, overlong.line, delimiter) };
  }

  /** Waits for enough records to find the header and the delimiter, and then returns the records below the header. */
  #begin(batch: RecordBatch, last: boolean): Batch<CsvPiece> {
    this.#leading.push(batch);
    if (!last && !this.#hasEnough()) return { items: [] };
    const whole = joinBatches(this.#leading);
    this.#leading = [];
    if (whole.records.length === 0) return { items: [] };
    const declared = declaredDelimiter(recordBytes(whole, 0).toString());
    const data = declared === undefined ? whole : partOf(whole, 1);
    const { at, delimiter, warnings } = findCsvHeader(this.#file, data, this.#named ?? declared, this.#search);
    const table = partOf(data, at);
    const [header] = table.records;
    if (header === undefined) return { items: [] };
    const { line, lines } = header;
    // The rows below the header are needed only if the header has several lines.
    const { rows, fault } = parseCells(this.#file, lines === 1 ? partOf(table, 0, 1) : table, delimiter);
    const [names, ...cells] = rows;
    if (names === undefined) return { items: [], fault };
    const lineEnd = table.records.length === 1 ? findOtherLineEnd(this.#file, line, names) : undefined;
    const broken = lineEnd ?? findBrokenHeader(this.#file, { cells: names, line, lines }, cells, delimiter);
    if (broken !== undefined) return { items: [], fault: broken };
    const above = whole.records.slice(0, whole.records.length - table.records.length);
    this.headerLines = above.reduce((sum, record) => sum + record.lines, lines);
    this.head = { delimiter, header: { names, line }, warnings };
    return { items: this.#number(partOf(table, 1)) };
  }

  #hasEnough(): boolean {
    const records = this.#leading.flatMap((batch) => batch.records);
    // The first record may be a line that declares the delimiter.
    return records.length > ROWS_SEARCHED && (records.at(-1)?.line ?? 0) >= (this.#search.line ?? 0);
  }

  #number(batch: RecordBatch): CsvPiece[] {
    const { length } = batch.records;
    const pieces: CsvPiece[] = [];
    for (let from = 0; from < length; from += MAX_PIECE_RECORDS) {
      const part =
        length <= MAX_PIECE_RECORDS ? batch : partOf(batch, from, Math.min(from + MAX_PIECE_RECORDS, length));
      pieces.push({ ...part, before: this.#records + from });
    }
    this.#records += length;
    return pieces;
  }
}

/**
 * The largest number of records of a piece. The findings of a record can take some kilobytes, and a chunk can have a
 * hundred thousand records of two bytes.
 */
const MAX_PIECE_RECORDS = 10_000;

/**
 * Returns the error for a header that contains rows: because of other line ends, or because of a stray quote, which is
 * closed only some rows below. A name with line breaks, as spreadsheets write it, is allowed: rows then fit the header.
 * The message quotes nothing, because the header may have secrets.
 */
function findBrokenHeader(
  file: string,
  header: Pick<TableRow, 'line' | 'lines' | 'cells'>,
  rows: readonly (readonly string[])[],
  delimiter: string,
): InputError | undefined {
  const { line, lines, cells } = header;
  if (lines === 1) return undefined;
  const index = cells.findIndex((cell) => hasLineBreak(cell) && isOverlong(cell, delimiter));
  if (index !== -1) return headerError(file, line, `header cell ${index + 1} stands in ${linesOf(header, index)}`);
  if (rows.some((row) => row.length === cells.length && row.some((cell) => cell.trim() !== ''))) return undefined;
  return headerError(file, line, `no row fits the header, which stands in ${describeLines(line, line + lines - 1)}`);
}

/** Line ends of other programs and systems. */
const OTHER_LINE_ENDS = ['\v', '\f', '\u001e', '\u0085', '\u2028', '\u2029'];

/** Returns the error for a header with other line ends: if no row follows, the header may be the whole file. */
function findOtherLineEnd(file: string, line: number, names: readonly string[]): InputError | undefined {
  const found = OTHER_LINE_ENDS.find((end) => names.some((name) => name.includes(end)));
  if (found === undefined) return undefined;
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return new InputError({ file, line }, `the header holds U+${code}, with which some programs end lines`, {
    hint: 'Save the file with the line ends of Windows or Unix: CR LF or LF.',
  });
}

function isOverlong(cell: string, delimiter: string): boolean {
  return cell.includes(delimiter) || [...cell].length > MAX_BROKEN_HEADER_CHARACTERS;
}

function headerError(file: string, line: number, problem: string): InputError {
  return new InputError({ file, line }, `${problem}: it looks like swallowed rows`, {
    hint: 'Remove the quote that stands before the header cell, and the one that closes it some rows below.',
  });
}
