import { InputError } from '../../errors.ts';
import { type Batch, type Reader, readRecords } from '../batch.ts';
import { readText } from '../bytes/text.ts';
import { MAX_JSON_RECORD_BYTES } from '../limits.ts';
import type { JsonRecord, ReadingOptions, RecordsInput } from '../port.ts';
import type { Source } from '../source.ts';
import { JsonArrayScanner } from './array-scanner.ts';
import { unfinishedValueError } from './errors.ts';
import { faultBeforeCut, parseJsonRecord } from './value.ts';

export async function openJson(source: Source, options: ReadingOptions): Promise<RecordsInput> {
  const text = await readText(source, options);
  const { file } = text;
  return { kind: 'records', file, form: `JSON, ${text.encoding}`, ...readRecords(text, new JsonReader(file)) };
}

/** Reads an array of values, or a single object. Keeps one chunk and one value in memory. */
export class JsonReader implements Reader<JsonRecord> {
  readonly #file: string;
  readonly #maxBytes: number;
  readonly #scanner: JsonArrayScanner;
  /** The parts of the unfinished value in earlier chunks. */
  #carried: Buffer[] = [];
  #carriedBytes = 0;
  #records = 0;

  /** `maxBytes` is the limit of a value. Tests use a lower one. */
  constructor(file: string, maxBytes = MAX_JSON_RECORD_BYTES) {
    this.#file = file;
    this.#maxBytes = maxBytes;
    this.#scanner = new JsonArrayScanner(file);
  }

  get headerLines(): number {
    return this.#scanner.lines.headerLines;
  }

  get blankLines(): number {
    return this.#scanner.lines.blankLines;
  }

  push(chunk: Buffer): Batch<JsonRecord> {
    const items: JsonRecord[] = [];
    try {
      this.#scan(chunk, items);
    } catch (fault) {
      if (fault instanceof InputError) return { items, fault };
      throw fault;
    }
    return { items };
  }

  end(): Batch<JsonRecord> {
    if (!this.#scanner.withinValue) return { items: [], fault: this.#scanner.end() };
    const { place, line } = this.#scanner;
    const fault = faultBeforeCut(this.#take(), place) ?? unfinishedValueError(this.#file, line, place.line);
    return { items: [], fault };
  }

  #scan(chunk: Buffer, items: JsonRecord[]): void {
    const scanner = this.#scanner;
    for (let end = this.#nextEnd(chunk, 0); end !== -1; end = this.#nextEnd(chunk, end)) {
      this.#carry(chunk, end);
      const { place, keys, valueLines: lines } = scanner;
      const read = parseJsonRecord(this.#take(), keys, place);
      items.push({ file: this.#file, line: place.line, lines, record: ++this.#records, ...read });
    }
    if (scanner.withinValue) this.#carry(chunk, chunk.length);
    scanner.leave(chunk);
  }

  /**
   * Like the scanner's `nextEnd()`. If an earlier fault in the value caused the scanner's fault, it throws the earlier
   * one.
   */
  #nextEnd(chunk: Buffer, from: number): number {
    try {
      return this.#scanner.nextEnd(chunk, from);
    } catch (fault) {
      if (!this.#scanner.withinValue) throw fault;
      this.#carry(chunk, chunk.length);
      throw faultBeforeCut(this.#take(), this.#scanner.place) ?? fault;
    }
  }

  #carry(chunk: Buffer, end: number): void {
    const part = chunk.subarray(Math.max(this.#scanner.valueStart, 0), end);
    this.#carried.push(part);
    this.#carriedBytes += part.length;
    if (this.#carriedBytes > this.#maxBytes) throw this.#overlongError();
  }

  #take(): string {
    const text = Buffer.concat(this.#carried, this.#carriedBytes).toString();
    this.#carried = [];
    this.#carriedBytes = 0;
    return text;
  }

  #overlongError(): InputError {
    const { place } = this.#scanner;
    const problem = `the value that begins here is larger than ${this.#maxBytes / 1024 / 1024} MB`;
    return (
      faultBeforeCut(this.#take(), place) ??
      new InputError(place, problem, { hint: 'Check that its brackets are closed.' })
    );
  }
}
