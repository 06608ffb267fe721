/** The bytes of line ends. CR and LF together end one line, also if a chunk ends between them. */
export const LF = 0x0a;
export const CR = 0x0d;

/** Means that there was no CR. The last byte of the previous chunk has the position -1. */
export const NO_CR = -2;

const QUOTE = 0x22;

interface CutRecord {
  /**
   * The offset of the record. It ends where the next one starts, so it includes line breaks and blank lines after it.
   */
  readonly start: number;
  /** The first physical line of the record, and its number of lines. */
  readonly line: number;
  readonly lines: number;
}

/** Whole records as in the file. */
export interface RecordBatch {
  readonly bytes: Buffer;
  readonly records: readonly CutRecord[];
}

/** A record that is longer than the limit: its first bytes and its first line. */
interface OverlongRecord {
  readonly bytes: Buffer;
  readonly line: number;
}

export interface Cut {
  readonly batch: RecordBatch;
  readonly overlong?: OverlongRecord | undefined;
}

/**
 * Cuts text into records at line breaks, and counts physical lines. In valid CSV, a line break ends a record exactly if
 * the number of quotes before it is even, whatever the delimiter. In faulty CSV, this holds up to the first faulty
 * record. LF, CR and CRLF each end a line. Blank lines are counted and skipped.
 */
export class RecordCutter {
  readonly #maxRecordBytes: number;
  /** The beginning of an unfinished record in earlier chunks. */
  #carried: Buffer[] = [];
  #carriedBytes = 0;
  #line = 1;
  #quoted = false;
  /** The start of the current record, counted from the start of the chunk: negative if it is in an earlier chunk. */
  #start = 0;
  #startLine = 1;
  /** The position of the last CR, counted in the same way. */
  #crAt = NO_CR;
  #records: CutRecord[] = [];
  /** The number of blank lines between records. */
  blankLines = 0;

  constructor(maxRecordBytes: number) {
    this.#maxRecordBytes = maxRecordBytes;
  }

  /** Returns the records that end within this chunk. */
  push(chunk: Buffer): Cut {
    const next = (byte: number, from: number) => {
      const at = chunk.indexOf(byte, from);
      return at === -1 ? chunk.length : at;
    };
    let [lf, cr, quote] = [next(LF, 0), next(CR, 0), next(QUOTE, 0)];
    for (let at = Math.min(lf, cr, quote); at < chunk.length; at = Math.min(lf, cr, quote)) {
      if (at === quote) {
        this.#quoted = !this.#quoted;
        quote = next(QUOTE, at + 1);
        continue;
      }
      if (!this.#breakLine(at === lf ? LF : CR, at)) break;
      if (at === lf) lf = next(LF, at + 1);
      else cr = next(CR, at + 1);
    }
    return this.#cut(chunk);
  }

  /** Returns the last record, if no line break ends it. */
  end(): RecordBatch {
    const bytes = this.#take();
    const last = { start: 0, line: this.#startLine, lines: this.#line - this.#startLine + 1 };
    return { bytes, records: bytes.length === 0 ? [] : [last] };
  }

  /** Handles a line break. Returns `false` if it ends a record over the limit. */
  #breakLine(byte: number, at: number): boolean {
    const secondHalf = byte === LF && at === this.#crAt + 1;
    if (byte === CR) this.#crAt = at;
    if (!secondHalf) this.#line++;
    if (this.#quoted) return true;
    const length = at - this.#start;
    if (length > 0) {
      if (length > this.#maxRecordBytes) return false;
      const [start, line] = [this.#start + this.#carriedBytes, this.#startLine];
      this.#records.push({ start, line, lines: this.#line - line });
    } else if (!secondHalf) {
      this.blankLines++;
    }
    this.#start = at + 1;
    this.#startLine = this.#line;
    return true;
  }

  #cut(chunk: Buffer): Cut {
    const rest = Math.max(this.#start, 0);
    this.#carry(chunk.subarray(0, rest));
    const bytes = rest > 0 ? this.#take() : chunk.subarray(0, 0);
    this.#carry(chunk.subarray(rest));
    const batch = { bytes, records: this.#records };
    this.#start -= chunk.length;
    this.#crAt = Math.max(this.#crAt - chunk.length, NO_CR);
    this.#records = [];
    if (this.#carriedBytes <= this.#maxRecordBytes) return { batch };
    return { batch, overlong: { bytes: this.#take(), line: this.#startLine } };
  }

  #carry(part: Buffer): void {
    if (part.length === 0) return;
    this.#carried.push(part);
    this.#carriedBytes += part.length;
  }

  #take(): Buffer {
    const [first = Buffer.alloc(0), ...others] = this.#carried;
    const bytes = others.length === 0 ? first : Buffer.concat(this.#carried, this.#carriedBytes);
    this.#carried = [];
    this.#carriedBytes = 0;
    return bytes;
  }
}

/** Returns the bytes of a record, with the line breaks after it. */
export function recordBytes({ bytes, records }: RecordBatch, index: number): Buffer {
  return bytes.subarray(records[index]?.start, records[index + 1]?.start);
}

/** Returns the records of a batch from one position up to, but not including, another. */
export function partOf({ bytes, records }: RecordBatch, from: number, to = records.length): RecordBatch {
  const start = records[from]?.start ?? bytes.length;
  return {
    bytes: bytes.subarray(start, records[to]?.start),
    records: records.slice(from, to).map((record) => ({ ...record, start: record.start - start })),
  };
}

/** Joins consecutive batches into one. */
export function joinBatches(batches: readonly RecordBatch[]): RecordBatch {
  let offset = 0;
  const records = batches.flatMap(({ bytes, records: own }) => {
    const before = offset;
    offset += bytes.length;
    return own.map((record) => ({ ...record, start: record.start + before }));
  });
  return { bytes: Buffer.concat(batches.map(({ bytes }) => bytes)), records };
}
