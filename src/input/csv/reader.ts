import { type Batch, batchOf, type Reader } from '../batch.ts';
import { findBrokenHeader } from './broken-header.ts';
import { overlongError, parseCells } from './cells.ts';
import { declaredDelimiter, findDelimiter } from './delimiter.ts';
import { MAX_RECORD_BYTES } from '../limits.ts';
import type { CsvInput, CsvRow } from '../port.ts';
import { type Cut, RecordCutter, type RecordBatch, recordBytes } from '../bytes/record-cutter.ts';

/** The number of records, with the header, that are read to find the delimiter. */
const SAMPLE_RECORDS = 10;

/** The header of a file and what separates its cells. */
export type CsvHead = Pick<CsvInput, 'delimiter' | 'header'>;

/** Reads CSV as RFC 4180 has it, with any line ends and several delimiters. `head` is known before the first row. */
export class CsvReader implements Reader<CsvRow> {
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

  push(chunk: Buffer): Batch<CsvRow> {
    return this.#read(this.#cutter.push(chunk), false);
  }

  end(): Batch<CsvRow> {
    return this.#read({ batch: this.#cutter.end() }, true);
  }

  #read({ batch, overlong }: Cut, last: boolean): Batch<CsvRow> {
    const read =
      this.head === undefined ? this.#begin(batch, last || overlong !== undefined) : this.#rows(batch, this.head);
    if (read.fault !== undefined || overlong === undefined) return read;
    const record = overlong.bytes.toString();
    const delimiter = this.head?.delimiter ?? this.#named ?? findDelimiter([record]);
    return { items: read.items, fault: overlongError(this.#file, record, overlong.line, delimiter) };
  }

  /** Waits for enough records to find the delimiter, then takes the header off them. */
  #begin(batch: RecordBatch, last: boolean): Batch<CsvRow> {
    this.#leading.push(batch);
    const records = this.#leading.reduce((sum, { starts }) => sum + starts.length, 0);
    if (records === 0 || (records < SAMPLE_RECORDS && !last)) return { items: [] };
    const whole = joinBatches(this.#leading);
    this.#leading = [];
    const first = recordBytes(whole, 0).toString();
    const declared = declaredDelimiter(first);
    const data = declared === undefined ? whole : dropFirst(whole);
    const [[line], [lines]] = [data.lines, data.spans];
    if (line === undefined || lines === undefined) return { items: [] };
    const delimiter = this.#named ?? declared ?? findDelimiter(sampleOf(data));
    const { rows, fault } = parseCells(this.#file, data, delimiter);
    const [names, ...cells] = rows;
    if (names === undefined) return batchOf([], fault);
    const broken = findBrokenHeader(this.#file, { cells: names, line, lines }, cells, delimiter);
    if (broken !== undefined) return batchOf([], broken);
    this.headerLines = lines + (declared === undefined ? 0 : (whole.spans[0] ?? 0));
    this.head = { delimiter, header: { names, line } };
    return batchOf(this.#number(cells, dropFirst(data)), fault);
  }

  #rows(batch: RecordBatch, { delimiter }: CsvHead): Batch<CsvRow> {
    const { rows, fault } = parseCells(this.#file, batch, delimiter);
    return batchOf(this.#number(rows, batch), fault);
  }

  #number(rows: readonly (readonly string[])[], { lines, spans }: RecordBatch): CsvRow[] {
    const file = this.#file;
    return rows.map((cells, i) => ({
      file,
      line: lines[i] ?? 0,
      lines: spans[i] ?? 0,
      record: ++this.#records,
      cells,
    }));
  }
}

function joinBatches(batches: readonly RecordBatch[]): RecordBatch {
  const starts: number[] = [];
  let offset = 0;
  for (const batch of batches) {
    for (const start of batch.starts) starts.push(start + offset);
    offset += batch.bytes.length;
  }
  return {
    bytes: Buffer.concat(batches.map(({ bytes }) => bytes)),
    starts,
    lines: batches.flatMap(({ lines }) => lines),
    spans: batches.flatMap(({ spans }) => spans),
  };
}

function dropFirst({ bytes, starts, lines, spans }: RecordBatch): RecordBatch {
  const cut = starts[1] ?? bytes.length;
  return {
    bytes: bytes.subarray(cut),
    starts: starts.slice(1).map((start) => start - cut),
    lines: lines.slice(1),
    spans: spans.slice(1),
  };
}

function sampleOf(batch: RecordBatch): string[] {
  return batch.starts.slice(0, SAMPLE_RECORDS).map((_, i) => recordBytes(batch, i).toString());
}
