const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;

/** No position of a CR: not even the last byte of the chunk before, which is -1. */
const NOWHERE = -2;

interface CutRecord {
  /** Offset into the bytes. A record reaches to the next one, line breaks and blank lines after it included. */
  readonly start: number;
  /** The physical line on which it begins, and how many it has. */
  readonly line: number;
  readonly lines: number;
}

/** Whole records as they stand in the file. */
export interface RecordBatch {
  readonly bytes: Buffer;
  readonly records: readonly CutRecord[];
}

/** A record that was given up because it is longer than the limit: its beginning, and the line of that. */
interface OverlongRecord {
  readonly bytes: Buffer;
  readonly line: number;
}

export interface Cut {
  readonly batch: RecordBatch;
  readonly overlong?: OverlongRecord | undefined;
}

export interface RecordCutterOptions {
  readonly maxRecordBytes: number;
  /** Line breaks between double quotes belong to the record, as in CSV. */
  readonly quotes: boolean;
}

/**
 * Cuts text at the line breaks that end records and knows the physical line of each record. In a well-formed CSV a line
 * break ends a record exactly if an even number of quotes stands before it, whatever the delimiter; in a malformed one
 * this holds up to the first wrong record. LF, CR and CRLF each end a line. Blank lines are counted and skipped.
 */
export class RecordCutter {
  readonly #options: RecordCutterOptions;
  /** What is left of the chunks before: the beginning of one record, or nothing. */
  #carried: Buffer[] = [];
  #carriedBytes = 0;
  #line = 1;
  #quoted = false;
  /** Where the current record begins, counted from the beginning of the chunk, so negative if in an earlier one. */
  #start = 0;
  #startLine = 1;
  /** Where the last CR stands, counted in the same way. */
  #crAt = NOWHERE;
  #records: CutRecord[] = [];
  /** Lines between records that hold nothing. */
  blankLines = 0;

  constructor(options: RecordCutterOptions) {
    this.#options = options;
  }

  /** The records that end within this chunk. */
  push(chunk: Buffer): Cut {
    const { quotes } = this.#options;
    const next = (byte: number, from: number) => {
      const at = chunk.indexOf(byte, from);
      return at === -1 ? chunk.length : at;
    };
    let [lf, cr, quote] = [next(LF, 0), next(CR, 0), quotes ? next(QUOTE, 0) : chunk.length];
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

  /** The last record, if no line break ends it. */
  end(): RecordBatch {
    const bytes = this.#take();
    const last = { start: 0, line: this.#startLine, lines: this.#line - this.#startLine + 1 };
    return { bytes, records: bytes.length === 0 ? [] : [last] };
  }

  /** False if the record that ends here is over the limit. */
  #breakLine(byte: number, at: number): boolean {
    const secondHalf = byte === LF && at === this.#crAt + 1;
    if (byte === CR) this.#crAt = at;
    if (!secondHalf) this.#line++;
    if (this.#quoted) return true;
    const length = at - this.#start;
    if (length > 0) {
      if (length > this.#options.maxRecordBytes) return false;
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
    this.#crAt = Math.max(this.#crAt - chunk.length, NOWHERE);
    this.#records = [];
    if (this.#carriedBytes <= this.#options.maxRecordBytes) return { batch };
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

/** The bytes of one record of a batch, together with the line breaks after it. */
export function recordBytes({ bytes, records }: RecordBatch, index: number): Buffer {
  return bytes.subarray(records[index]?.start, records[index + 1]?.start);
}

/** Some records of a batch, from one position up to another. */
export function partOf({ bytes, records }: RecordBatch, from: number, to = records.length): RecordBatch {
  const start = records[from]?.start ?? bytes.length;
  return {
    bytes: bytes.subarray(start, records[to]?.start),
    records: records.slice(from, to).map((record) => ({ ...record, start: record.start - start })),
  };
}

/** Batches that follow each other, as one. */
export function joinBatches(batches: readonly RecordBatch[]): RecordBatch {
  let offset = 0;
  const records = batches.flatMap(({ bytes, records: own }) => {
    const before = offset;
    offset += bytes.length;
    return own.map((record) => ({ ...record, start: record.start + before }));
  });
  return { bytes: Buffer.concat(batches.map(({ bytes }) => bytes)), records };
}
