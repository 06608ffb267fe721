import { scanJson } from '../../base/json-text.ts';
import { InputError } from '../../errors.ts';
import { type Batch, type Reader, readRecords } from '../batch.ts';
import { type Cut, RecordCutter, recordBytes } from '../bytes/record-cutter.ts';
import { readText } from '../bytes/text.ts';
import { MAX_JSON_DEPTH, MAX_JSON_RECORD_BYTES } from '../limits.ts';
import type { JsonRecord, ReadingOptions, RecordsInput } from '../port.ts';
import { emptyFileError, type Source } from '../source.ts';
import { tooDeepError } from './errors.ts';
import { parseJsonRecord } from './value.ts';

export async function openNdjson(source: Source, options: ReadingOptions): Promise<RecordsInput> {
  const text = await readText(source, options);
  const { file } = text;
  return { kind: 'records', file, form: `NDJSON, ${text.encoding}`, ...readRecords(text, new NdjsonReader(file)) };
}

/** Reads one JSON value from each line. Blank lines are skipped. */
export class NdjsonReader implements Reader<JsonRecord> {
  readonly #file: string;
  readonly #maxBytes: number;
  readonly #cutter: RecordCutter;
  /** The number of lines of white space only, which the cutter takes for records. */
  #blankRecords = 0;
  #records = 0;
  readonly headerLines = 0;

  /** `maxBytes` is the limit of a line. Tests use a lower one. */
  constructor(file: string, maxBytes = MAX_JSON_RECORD_BYTES) {
    this.#file = file;
    this.#maxBytes = maxBytes;
    this.#cutter = new RecordCutter({ maxRecordBytes: maxBytes, quotes: false });
  }

  get blankLines(): number {
    return this.#cutter.blankLines + this.#blankRecords;
  }

  push(chunk: Buffer): Batch<JsonRecord> {
    return this.#read(this.#cutter.push(chunk));
  }

  end(): Batch<JsonRecord> {
    const { items, fault } = this.#read({ batch: this.#cutter.end() });
    return { items, fault: fault ?? (this.#records === 0 ? emptyFileError(this.#file) : undefined) };
  }

  #read({ batch, overlong }: Cut): Batch<JsonRecord> {
    const items: JsonRecord[] = [];
    try {
      for (const [index, { line }] of batch.records.entries()) {
        const text = recordBytes(batch, index).toString().trimEnd();
        if (text === '') {
          this.#blankRecords++;
          continue;
        }
        const { depth, keys } = scanJson(text);
        if (depth > MAX_JSON_DEPTH) throw tooDeepError(this.#file, line);
        const read = parseJsonRecord(text, keys, { file: this.#file, line, column: 1 });
        items.push({ file: this.#file, line, lines: 1, record: ++this.#records, ...read });
      }
      if (overlong !== undefined) throw this.#longLineError(overlong.line);
    } catch (fault) {
      if (fault instanceof InputError) return { items, fault };
      throw fault;
    }
    return { items };
  }

  #longLineError(line: number): InputError {
    return new InputError({ file: this.#file, line }, `the line is longer than ${this.#maxBytes / 1024 / 1024} MB`, {
      hint: 'NDJSON has one value a line; for an array in one piece use --format json.',
    });
  }
}
