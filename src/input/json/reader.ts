import { isObject } from '../../base/json-value.ts';
import { InputError } from '../../errors.ts';
import { type Batch, type Reader, readRecords, upToFault } from '../batch.ts';
import { readText } from '../bytes/text.ts';
import { MAX_JSON_RECORD_BYTES } from '../limits.ts';
import type { JsonRecord, ReadingOptions, RecordsInput } from '../port.ts';
import { emptyFileError, openSource, type Source } from '../source.ts';
import { JsonArrayScanner } from './array-scanner.ts';
import { CUT_OFF, faultBeforeCut, parseJsonRecord, parseJsonText } from './value.ts';

export function openJson(source: Source, options: ReadingOptions): Promise<RecordsInput> {
  return openRecords(source, options, { isLines: false });
}

export function openNdjson(source: Source, options: ReadingOptions): Promise<RecordsInput> {
  return openRecords(source, options, { isLines: true });
}

async function openRecords(source: Source, options: ReadingOptions, { isLines }: JsonForm): Promise<RecordsInput> {
  const text = await readText(source, options);
  const { file } = text;
  const form = `${isLines ? 'NDJSON' : 'JSON'}, ${text.encoding}`;
  return { kind: 'records', file, form, ...readRecords(text, new JsonReader(file, { isLines })) };
}

/** Whether each line has a value (NDJSON), or the file is an array of values or a single object. */
interface JsonForm {
  readonly isLines: boolean;
}

const LINE_END = Buffer.from('\n');

/** Reads the values of a file. Keeps one chunk and one value in memory. */
export class JsonReader implements Reader<JsonRecord> {
  readonly #file: string;
  readonly #maxBytes: number;
  readonly #isLines: boolean;
  readonly #scanner: JsonArrayScanner;
  /** The parts of the unfinished value in earlier chunks. */
  #carried: string[] = [];
  #carriedLength = 0;
  #records = 0;

  /** `maxBytes` is the limit of a value. Tests use a lower one. */
  constructor(file: string, { isLines }: JsonForm, maxBytes = MAX_JSON_RECORD_BYTES) {
    this.#file = file;
    this.#maxBytes = maxBytes;
    this.#isLines = isLines;
    this.#scanner = new JsonArrayScanner(file, isLines);
  }

  get headerLines(): number {
    return this.#scanner.headerLines;
  }

  get blankLines(): number {
    return this.#scanner.blankLines;
  }

  push(chunk: Buffer): Batch<JsonRecord> {
    return upToFault((items) => this.#scan(chunk.toString(), items));
  }

  end(): Batch<JsonRecord> {
    if (!this.#scanner.withinValue) return { items: [], fault: this.#scanner.end() };
    // The last line may have no end.
    if (this.#isLines) return this.push(LINE_END);
    const { place, line } = this.#scanner;
    const problem = `the file ends within the value that begins in line ${place.line}`;
    const cut = new InputError({ file: this.#file, line }, problem, { hint: CUT_OFF });
    return { items: [], fault: faultBeforeCut(this.#take(), place) ?? cut };
  }

  #scan(chunk: string, items: JsonRecord[]): void {
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
  #nextEnd(chunk: string, from: number): number {
    try {
      return this.#scanner.nextEnd(chunk, from);
    } catch (fault) {
      if (!this.#scanner.withinValue) throw fault;
      this.#carry(chunk, chunk.length);
      const text = this.#take();
      const [line = ''] = this.#isLines ? text.split(/[\r\n]/, 1) : [text];
      throw faultBeforeCut(line, this.#scanner.place) ?? fault;
    }
  }

  #carry(chunk: string, end: number): void {
    const part = chunk.slice(Math.max(this.#scanner.valueStart, 0), end);
    this.#carried.push(part);
    this.#carriedLength += part.length;
    if (this.#carriedLength > this.#maxBytes) throw this.#overlongError();
  }

  #take(): string {
    const text = this.#carried.join('');
    this.#carried = [];
    this.#carriedLength = 0;
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

/** Returns the object of a file, or of standard input for `-`. */
export async function readJsonDocument(
  path: string,
  stdin: NodeJS.ReadableStream,
): Promise<{ readonly file: string; readonly value: object }> {
  const source = openSource(path, stdin);
  try {
    const { file, next } = await readText(source, {});
    const chunks: Buffer[] = [];
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    if (text.trim() === '') throw emptyFileError(file);
    const { value } = parseJsonText(text, { file, line: 1, column: 1 });
    if (isObject(value)) return { file, value };
    throw new InputError({ file, line: 1 }, 'expected one JSON object', {
      hint: 'The file holds one object, which begins with { and ends with the file.',
    });
  } finally {
    await source.close();
  }
}
