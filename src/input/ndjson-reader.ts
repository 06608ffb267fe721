import { InputError } from '../errors.ts';
import { type Batch, batchOf, type Reader } from './batch.ts';
import { emptyFileError } from './empty-file.ts';
import { tooDeepError } from './json-structure.ts';
import { parseJsonValue } from './json-value.ts';
import { MAX_JSON_DEPTH, MAX_JSON_RECORD_BYTES } from './limits.ts';
import type { JsonRecord } from './port.ts';
import { type Cut, RecordCutter, recordBytes } from './record-cutter.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{` differ in this bit alone, and so do `]` and `}`. */
const BRACE_BIT = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Reads one JSON value a line. Blank lines are skipped. */
export class NdjsonReader implements Reader<JsonRecord> {
  readonly #file: string;
  readonly #cutter = new RecordCutter({ maxRecordBytes: MAX_JSON_RECORD_BYTES, quotes: false });
  #records = 0;

  constructor(file: string) {
    this.#file = file;
  }

  push(chunk: Buffer): Batch<JsonRecord> {
    return this.#read(this.#cutter.push(chunk));
  }

  end(): Batch<JsonRecord> {
    const { items, fault } = this.#read({ batch: this.#cutter.end() });
    return batchOf(items, fault ?? (this.#records === 0 ? emptyFileError(this.#file) : undefined));
  }

  #read({ batch, overlong }: Cut): Batch<JsonRecord> {
    const items: JsonRecord[] = [];
    try {
      for (const [index, line] of batch.lines.entries()) {
        const bytes = recordBytes(batch, index);
        const text = bytes.toString();
        if (text.trim() === '') continue;
        if (nestsTooDeep(bytes)) throw tooDeepError(this.#file, line);
        const value = parseJsonValue(text.trimEnd(), { file: this.#file, line, column: 1 });
        items.push({ file: this.#file, line, record: ++this.#records, value });
      }
      if (overlong !== undefined) throw longLineError(this.#file, overlong.line);
    } catch (fault) {
      if (fault instanceof InputError) return { items, fault };
      throw fault;
    }
    return { items };
  }
}

function nestsTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === QUOTE) quoted = !quoted;
    else if (quoted) i += byte === BACKSLASH ? 1 : 0;
    else if ((byte | BRACE_BIT) === OPEN && ++depth > MAX_JSON_DEPTH) return true;
    else if ((byte | BRACE_BIT) === CLOSE) depth--;
  }
  return false;
}

function longLineError(file: string, line: number): InputError {
  return new InputError({ file, line }, `the line is longer than ${MAX_JSON_RECORD_BYTES / 1024 / 1024} MB`, {
    hint: 'NDJSON has one value a line; for an array in one piece use --format json.',
  });
}
