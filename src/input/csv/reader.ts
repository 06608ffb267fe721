import { type Batch, type Reader, readRecords } from '../batch.ts';
import { readText } from '../bytes/text.ts';
import { InputError } from '../../errors.ts';
import { describeLines } from '../../bulk/model/place.ts';
import { hasLineBreak, linesOf } from './cell-lines.ts';
import { overlongError, parseCells } from './cells.ts';
import { declaredDelimiter, findDelimiter } from './delimiter.ts';
import { MAX_BROKEN_HEADER_CHARACTERS, MAX_RECORD_BYTES } from '../limits.ts';
import type { ReadingOptions, TableInput, TableRow } from '../port.ts';
import { emptyFileError, type Source } from '../source.ts';
import { type Cut, RecordCutter, type RecordBatch, recordBytes } from '../bytes/record-cutter.ts';

/** The number of records, with the header, that are read to find the delimiter. */
const SAMPLE_RECORDS = 10;

/** The header of a file and what separates its cells. */
export type CsvHead = Pick<TableInput, 'delimiter' | 'header'>;

/** Reads as far as the header; a fault behind it comes with the rows. */
export async function openCsv(source: Source, { delimiter, encoding }: ReadingOptions): Promise<TableInput> {
  const text = await readText(source, encoding);
  const reader = new CsvReader(text.file, delimiter);
  const early: Batch<TableRow>[] = [];
  while (reader.head === undefined) {
    const chunk = await text.next();
    const batch = chunk === undefined ? reader.end() : reader.push(chunk);
    if (reader.head === undefined && batch.fault !== undefined) throw batch.fault;
    if (reader.head === undefined && chunk === undefined) throw emptyFileError(text.file);
    early.push(batch);
  }
  const { records: rows, account } = readRecords(text, reader, early);
  const separator = reader.head.delimiter === '\t' ? 'tabs' : reader.head.delimiter;
  const form = `CSV, ${text.encoding}, cells separated by ${separator}`;
  return { kind: 'table', file: text.file, form, ...reader.head, rows, account };
}

/** Reads CSV as RFC 4180 has it, with any line ends and several delimiters. `head` is known before the first row. */
export class CsvReader implements Reader<TableRow> {
  head: CsvHead | undefined;
  readonly #file: string;
  readonly #named: string | undefined;
  readonly #cutter = new RecordCutter({ maxRecordBytes: MAX_RECORD_BYTES, quotes: true });
  #leading: RecordBatch[] = [];
  #records = 0;
  headerLines = 0;

  constructor(file: string, delimiter: string | undefined) {
    this.#file = file;
    this.#named = delimiter;
  }

  get blankLines(): number {
    return this.#cutter.blankLines;
  }

  push(chunk: Buffer): Batch<TableRow> {
    return this.#read(this.#cutter.push(chunk), false);
  }

  end(): Batch<TableRow> {
    return this.#read({ batch: this.#cutter.end() }, true);
  }

  #read({ batch, overlong }: Cut, last: boolean): Batch<TableRow> {
    const read =
      this.head === undefined ? this.#begin(batch, last || overlong !== undefined) : this.#rows(batch, this.head);
    if (read.fault !== undefined || overlong === undefined) return read;
    const record = overlong.bytes.toString();
    const delimiter = this.head?.delimiter ?? this.#named ?? findDelimiter([record]);
    return { items: read.items, fault: overlongError(this.#file, record, overlong.line, delimiter) };
  }

  /** Waits for enough records to find the delimiter, then takes the header off them. */
  #begin(batch: RecordBatch, last: boolean): Batch<TableRow> {
    this.#leading.push(batch);
    const records = this.#leading.reduce((sum, { records: own }) => sum + own.length, 0);
    if (records === 0 || (records < SAMPLE_RECORDS && !last)) return { items: [] };
    const whole = joinBatches(this.#leading);
    this.#leading = [];
    const first = recordBytes(whole, 0).toString();
    const declared = declaredDelimiter(first);
    const data = declared === undefined ? whole : dropFirst(whole);
    const [header] = data.records;
    if (header === undefined) return { items: [] };
    const { line, lines } = header;
    const delimiter = this.#named ?? declared ?? findDelimiter(sampleOf(data));
    const { rows, fault } = parseCells(this.#file, data, delimiter);
    const [names, ...cells] = rows;
    if (names === undefined) return { items: [], fault: fault };
    const broken = findBrokenHeader(this.#file, { cells: names, line, lines }, cells, delimiter);
    if (broken !== undefined) return { items: [], fault: broken };
    this.headerLines = lines + (declared === undefined ? 0 : (whole.records[0]?.lines ?? 0));
    this.head = { delimiter, header: { names, line } };
    return { items: this.#number(cells, dropFirst(data)), fault };
  }

  #rows(batch: RecordBatch, { delimiter }: CsvHead): Batch<TableRow> {
    const { rows, fault } = parseCells(this.#file, batch, delimiter);
    return { items: this.#number(rows, batch), fault };
  }

  #number(rows: readonly (readonly string[])[], { records }: RecordBatch): TableRow[] {
    const file = this.#file;
    return rows.map((cells, i) => {
      const { line = 0, lines = 0 } = records[i] ?? {};
      return { file, line, lines, record: ++this.#records, cells };
    });
  }
}

function joinBatches(batches: readonly RecordBatch[]): RecordBatch {
  let offset = 0;
  const records = batches.flatMap(({ bytes, records: own }) => {
    const before = offset;
    offset += bytes.length;
    return own.map((record) => ({ ...record, start: record.start + before }));
  });
  return { bytes: Buffer.concat(batches.map(({ bytes }) => bytes)), records };
}

function dropFirst({ bytes, records: [, ...others] }: RecordBatch): RecordBatch {
  const cut = others[0]?.start ?? bytes.length;
  return { bytes: bytes.subarray(cut), records: others.map((record) => ({ ...record, start: record.start - cut })) };
}

function sampleOf(batch: RecordBatch): string[] {
  return batch.records.slice(0, SAMPLE_RECORDS).map((_, i) => recordBytes(batch, i).toString());
}

/**
 * A quote that is opened in the header and closed some rows below makes a header of them. The error for a header of several lines that is more than one whose lines a spreadsheet broke: one that holds the
 * cells of a row, or that no row fits. The message quotes nothing of it: it may hold secrets.
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

function isOverlong(cell: string, delimiter: string): boolean {
  return cell.includes(delimiter) || [...cell].length > MAX_BROKEN_HEADER_CHARACTERS;
}

function headerError(file: string, line: number, problem: string): InputError {
  return new InputError({ file, line }, `${problem}: it looks like swallowed rows`, {
    hint: 'Remove the quote that stands before the header cell, and the one that closes it some rows below.',
  });
}
