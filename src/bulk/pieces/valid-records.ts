/** Records without findings, in the form in which threads exchange them. A request is parsed only if all of it is needed. */

import { NumberWriter } from '../../base/bytes/number-writer.ts';
import { PackedText } from '../../base/bytes/packed-text.ts';
import { release } from '../../base/bytes/released.ts';
import type { ValidRecord } from '../../model/draft.ts';
import { markAsPassed } from '../../platform/fields/check.ts';
import type { Resource } from '../../platform/fields/field.ts';
import { digestOfJson } from '../../platform/secrets.ts';
import { type WrittenJson, writtenJson } from './json-writer.ts';

/** Buffers are transferred between threads, and objects would be copied. */
export interface PackedRecords {
  /** For each record: the request as JSON, the key, and the texts of the summary. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * For each record: the length of the request in bytes, and its digest; the number of texts with the key, the length of
   * each as a string, and their length in bytes together; how many numbers its further rows have, and these numbers.
   */
  readonly numbers: Uint32Array<ArrayBuffer>;
}

/** A record to pack. */
export interface Packable extends WrittenJson {
  /** At least the fields of the summary; the JSON has all fields. */
  readonly request: unknown;
}

/** The part of a request that a run reads without parsing the rest. A kind without this has no summary. */
export interface RequestSummary {
  /** Returns the texts of the summary. Returns an empty list for a request that must be parsed. */
  readonly textsOf: (request: unknown, hasNull: boolean) => readonly string[];
  /** Creates the summary from the key, followed by these texts, and the JSON of the request. */
  readonly fromTexts: (texts: readonly string[], json: PackedText) => ValidRecord['whole'];
}

export function packable(request: unknown): Packable {
  return { request, ...writtenJson(JSON.stringify(request)) };
}

/** Packs one record after the other, so that the objects of each can be released at once. */
export class RecordPacker {
  readonly #textsOf: RequestSummary['textsOf'] | undefined;
  readonly #numbers = new NumberWriter();
  #bytes = Buffer.allocUnsafeSlow(FIRST_CAPACITY);
  #length = 0;

  constructor(summary: RequestSummary | undefined) {
    this.#textsOf = summary?.textsOf;
  }

  add(key: string | null, { request, json, hasNull, hasSecret }: Packable, rows: readonly number[]): void {
    const numbers = this.#numbers;
    const length = this.#put(json);
    const bytes = this.#bytes.subarray(this.#length - length, this.#length);
    numbers.push(length).push(digestOfJson(bytes, hasSecret));
    const summary = this.#textsOf === undefined ? NONE : this.#textsOf(request, hasNull);
    const texts = [key ?? '', ...summary];
    numbers.push(texts.length);
    for (const { length } of texts) numbers.push(length);
    numbers.push(this.#put(texts.join(''))).push(rows.length);
    for (const number of rows) numbers.push(number);
  }

  /** Returns a copy of all records, which can be transferred, and empties the packer. */
  flush(): PackedRecords {
    const bytes = new Uint8Array(this.#bytes.subarray(0, this.#length));
    release(this.#bytes);
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
    return { bytes, numbers: this.#numbers.flush() };
  }

  /** Appends a text. Returns its length in bytes. */
  #put(text: string): number {
    const needed = this.#length + text.length * MAX_UNIT_BYTES;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed);
      this.#bytes.copy(larger, 0, 0, this.#length);
      release(this.#bytes);
      this.#bytes = larger;
    }
    const length = this.#bytes.write(text, this.#length);
    this.#length += length;
    return length;
  }
}

const FIRST_CAPACITY = 1024 * 1024;
/** No UTF-16 unit takes more bytes in UTF-8. */
const MAX_UNIT_BYTES = 3;

/**
 * Returns a function that returns the next record with each call. All records have passed the check of the resource. The
 * call for the last record releases the bytes.
 */
export function readerOf(
  { bytes, numbers }: PackedRecords,
  resource: Resource,
  summary: RequestSummary | undefined,
): () => ValidRecord {
  const buffer = Buffer.from(bytes.buffer);
  const jsonAt = groupedTexts(buffer);
  let [start, at] = [0, 0];
  const nextNumber = () => numbers[at++] ?? 0;
  const nextTexts = (): string[] => {
    const count = nextNumber();
    const lengths = at;
    at += count;
    const length = nextNumber();
    start += length;
    return cut(buffer.toString('utf8', start - length, start), numbers, lengths, count);
  };
  return () => {
    const length = nextNumber();
    start += length;
    const json = jsonAt(start - length, start);
    const digest = nextNumber();
    const texts = nextTexts();
    const others = nextNumber();
    const rows = others === 0 ? NONE : Array.from({ length: others }, nextNumber);
    const whole = texts.length === 1 ? undefined : summary?.fromTexts(texts, json);
    if (at === numbers.length) release(bytes);
    return new LazyRecord(resource, { key: texts[0] || null, json, digest, rows, whole });
  };
}

/**
 * Returns a function that returns texts of a buffer. They must be asked for in their order. Each text is in a copy of a
 * small part of the buffer, so that the whole buffer can be released although a caller keeps some texts.
 */
function groupedTexts(buffer: Buffer): (from: number, to: number) => PackedText {
  let [group, groupStart] = [Buffer.alloc(0), 0];
  return (from, to) => {
    if (to > groupStart + group.length) {
      group = Buffer.from(buffer.subarray(from, Math.max(to, from + GROUP_BYTES)));
      groupStart = from;
    }
    return new PackedText(group, from - groupStart, to - groupStart);
  };
}

const GROUP_BYTES = 64 * 1024;

/** Cuts a text into texts of the given lengths. To decode all bytes at once takes less time than to decode each text. */
function cut(text: string, lengths: Uint32Array, from: number, count: number): string[] {
  const texts: string[] = [];
  let start = 0;
  for (let index = from; index < from + count; index += 1) {
    const end = start + (lengths[index] ?? 0);
    texts.push(text.slice(start, end));
    start = end;
  }
  return texts;
}

/** The parts of a record. */
interface RecordParts extends Pick<ValidRecord, 'key' | 'digest' | 'rows' | 'whole'> {
  readonly json: PackedText;
}

/** A class, since a long file has many: the accessor exists once. */
class LazyRecord implements ValidRecord {
  readonly key: string | null;
  readonly digest: number | undefined;
  readonly rows: readonly number[];
  readonly whole: ValidRecord['whole'];
  readonly #resource: Resource;
  readonly #json: PackedText;
  #request: unknown;

  constructor(resource: Resource, { key, digest, rows, whole, json }: RecordParts) {
    this.key = key;
    this.digest = digest;
    this.rows = rows;
    this.whole = whole;
    this.#resource = resource;
    this.#json = json;
  }

  get request(): unknown {
    if (this.#request === undefined) {
      this.#request = JSON.parse(this.#json.toString());
      markAsPassed(this.#resource, this.#request);
    }
    return this.#request;
  }
}

const NONE: readonly never[] = [];
