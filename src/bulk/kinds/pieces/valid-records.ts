/** Records without findings, on their way from one thread to another: each is read only in its turn, and only where it must be. */

import { NumberWriter } from '../../../base/bytes/number-writer.ts';
import { PackedText } from '../../../base/bytes/packed-text.ts';
import type { ValidRecord } from '../../../model/draft.ts';
import { markAsPassed } from '../../../platform/fields/check.ts';
import type { Resource } from '../../../platform/fields/field.ts';
import { type UserRequest, userResource } from '../../../platform/resources/user.ts';
import { summariseUser, type WholeUser, wholeText } from '../../../platform/resources/whole-user.ts';
import { digestOfJson } from '../../../platform/secrets.ts';
import { type WrittenJson, writtenJson } from './json-writer.ts';

/** Bytes and numbers change hands between threads, and objects would be copied. */
export interface PackedRecords {
  /** Of one record after the other the request as JSON, the key, and the texts that are looked at. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * Of each record the bytes of the request and its digest; how many texts follow, the key among them, their lengths as
   * strings, and the bytes of all of them; how many numbers its further rows have, and these.
   */
  readonly numbers: Uint32Array<ArrayBuffer>;
}

/** A record to be packed. */
export interface Packable extends WrittenJson {
  /** At least what is looked at of it; the JSON has all. */
  readonly request: unknown;
}

export function packable(request: unknown): Packable {
  return { request, ...writtenJson(JSON.stringify(request)) };
}

/** Packs one record after the other, so that the objects of each are forgotten at once. */
export class RecordPacker {
  readonly #resource: Resource;
  readonly #numbers = new NumberWriter();
  #bytes = Buffer.allocUnsafeSlow(FIRST_CAPACITY);
  #length = 0;

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  add(key: string | null, { request, json, hasNull, hasSecret }: Packable, rows: readonly number[]): void {
    const numbers = this.#numbers;
    const length = this.#put(json);
    const bytes = this.#bytes.subarray(this.#length - length, this.#length);
    numbers.push(length).push(digestOfJson(bytes, hasSecret));
    const looks = this.#resource === userResource ? textsOf(request as UserRequest, hasNull) : NONE;
    const texts = [key ?? '', ...looks];
    numbers.push(texts.length);
    for (const { length } of texts) numbers.push(length);
    numbers.push(this.#put(texts.join(''))).push(rows.length);
    for (const number of rows) numbers.push(number);
  }

  /** All of them, in memory of its own, which can be given away; it is then empty. */
  take(): PackedRecords {
    const bytes = new Uint8Array(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return { bytes, numbers: this.#numbers.take() };
  }

  /** Gives the number of bytes. */
  #put(text: string): number {
    const needed = this.#length + text.length * MAX_UNIT_BYTES;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed);
      this.#bytes.copy(larger, 0, 0, this.#length);
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

/** What is looked at of a request that says all of a user; the key is its external id. */
function textsOf(request: UserRequest, hasNull: boolean): readonly string[] {
  const looks = summariseUser(request, hasNull);
  if (looks === undefined) return NONE;
  const { Role, FirstName = '', LastName = '', UserName = '', SynchronizationKey = '', Email = '', Photo = '' } = looks;
  return [Role, FirstName, LastName, UserName, SynchronizationKey, Email, Photo, ...looks.hierarchies];
}

/** Gives one record after the other; they have passed the check of their resource. */
export function readerOf({ bytes, numbers }: PackedRecords, resource: Resource): () => ValidRecord {
  const buffer = Buffer.from(bytes.buffer);
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
    const json = new PackedText(buffer, start - length, start);
    const digest = nextNumber();
    const texts = nextTexts();
    const others = nextNumber();
    const rows = others === 0 ? NONE : Array.from({ length: others }, nextNumber);
    const whole = texts.length === 1 ? undefined : new UnreadUser(texts, json);
    return new UnreadRecord(resource, { key: texts[0] || null, json, digest, rows, whole });
  };
}

/** To decode texts together takes less time than one by one. */
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

/** What is known of a record without reading it. */
interface Unread extends Pick<ValidRecord, 'key' | 'digest' | 'rows' | 'whole'> {
  readonly json: PackedText;
}

/** Classes, since there is one of each for each record of a long file. */
class UnreadRecord implements ValidRecord {
  readonly key: string | null;
  readonly digest: number | undefined;
  readonly rows: readonly number[];
  readonly whole: WholeUser | undefined;
  readonly #resource: Resource;
  readonly #json: PackedText;
  #request: unknown;

  constructor(resource: Resource, { key, digest, rows, whole, json }: Unread) {
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

class UnreadUser implements WholeUser {
  readonly ExternalId: string;
  readonly Role: string;
  readonly FirstName: string | undefined;
  readonly LastName: string | undefined;
  readonly UserName: string | undefined;
  readonly SynchronizationKey: string | undefined;
  readonly Email: string | undefined;
  readonly Photo: string | undefined;
  readonly hierarchies: readonly string[];
  readonly #json: PackedText;

  constructor(texts: readonly string[], json: PackedText) {
    const [id = '', role = '', first, last, name, key, email, photo, ...hierarchies] = texts;
    this.ExternalId = id;
    this.Role = role;
    this.FirstName = first || undefined;
    this.LastName = last || undefined;
    this.UserName = name || undefined;
    this.SynchronizationKey = key || undefined;
    this.Email = email || undefined;
    this.Photo = photo || undefined;
    this.hierarchies = hierarchies;
    this.#json = json;
  }

  get text(): PackedText | string {
    return this.hierarchies.length > 0 ? this.#json : wholeText(this.#json.toString(), this);
  }
}

const NONE: readonly never[] = [];
