/** Records without findings, on their way from one thread to another: each is read only in its turn, and only where it must be. */

import type { ValidRecord } from '../../../model/draft.ts';
import { takePassed } from '../../../platform/fields/check.ts';
import type { Resource } from '../../../platform/fields/field.ts';
import { type UserRequest, userResource } from '../../../platform/resources/user.ts';
import { lookAtUser, type WholeUser, wholeText } from '../../../platform/resources/whole-user.ts';
import { digestOfContent } from '../../../platform/secrets.ts';

/** Bytes and numbers change hands between threads, and objects would be copied. */
export interface PackedRecords {
  /** Of one record after the other the key, what is looked at, and the request as JSON. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * Of each record how many texts it has before its request, with the key; the bytes of these (0 where there is none) and of
   * the request; the digest of the request; how many numbers its further rows have, and these.
   */
  readonly numbers: Uint32Array<ArrayBuffer>;
}

export function packRecords(records: readonly ValidRecord[], resource: Resource): PackedRecords {
  const numbers: number[] = [];
  let at = 0;
  const put = (text: string): number => {
    const length = write(text, at);
    numbers.push(length);
    at += length;
    return length;
  };
  for (const { key, request, rows: others } of records) {
    const json = JSON.stringify(request);
    const looks = resource === userResource ? textsOf(request as UserRequest, json) : NONE;
    numbers.push(1 + looks.length);
    put(key ?? '');
    for (const text of looks) put(text);
    const length = put(json);
    numbers.push(digestOfContent(request, json, scratch.subarray(at - length, at)), others.length);
    for (const number of others) numbers.push(number);
  }
  // In memory of its own, which can be given away.
  return { bytes: new Uint8Array(scratch.subarray(0, at)), numbers: Uint32Array.from(numbers) };
}

/** Where one piece after the other is packed. */
let scratch = Buffer.allocUnsafeSlow(1024 * 1024);
/** No UTF-16 unit takes more bytes in UTF-8. */
const MAX_UNIT_BYTES = 3;

/** Gives how many bytes the text has. */
function write(text: string, at: number): number {
  if (scratch.length - at < text.length * MAX_UNIT_BYTES) {
    const larger = Buffer.allocUnsafeSlow(2 * (at + text.length * MAX_UNIT_BYTES));
    scratch.copy(larger, 0, 0, at);
    scratch = larger;
  }
  return scratch.write(text, at);
}

/** What is looked at of a request that says all of a user; the key is its external id. */
function textsOf(request: UserRequest, json: string): readonly string[] {
  const looks = lookAtUser(request, json);
  if (looks === undefined) return NONE;
  const { Role, UserName = '', SynchronizationKey = '', Email = '', Photo = '', hierarchies } = looks;
  return [Role, UserName, SynchronizationKey, Email, Photo, ...hierarchies];
}

/** Gives one record after the other; they have passed the check of their resource. */
export function readerOf(valid: readonly ValidRecord[] | PackedRecords, resource: Resource): () => ValidRecord {
  return 'bytes' in valid ? unpack(valid, resource) : walk(valid, resource);
}

function walk(records: readonly ValidRecord[], resource: Resource): () => ValidRecord {
  let at = 0;
  return () => {
    const record = records[at++] as ValidRecord;
    takePassed(resource, record.request);
    return record;
  };
}

function unpack({ bytes, numbers }: PackedRecords, resource: Resource): () => ValidRecord {
  const buffer = Buffer.from(bytes.buffer);
  let [start, at] = [0, 0];
  const nextNumber = () => numbers[at++] ?? 0;
  const nextText = (): string => {
    const length = nextNumber();
    start += length;
    return length === 0 ? '' : buffer.toString('utf8', start - length, start);
  };
  return () => {
    const texts: string[] = [];
    for (let left = nextNumber(); left > 0; left -= 1) texts.push(nextText());
    const length = nextNumber();
    start += length;
    const json = buffer.subarray(start - length, start);
    const digest = nextNumber();
    const count = nextNumber();
    const rows = count === 0 ? NONE : Array.from({ length: count }, nextNumber);
    return new UnreadRecord(resource, texts, json, digest, rows);
  };
}

/** Classes, since there is one of them for each record of a long file. */
class UnreadRecord implements ValidRecord {
  readonly key: string | null;
  readonly digest: number;
  readonly rows: readonly number[];
  readonly whole: WholeUser | undefined;
  readonly #resource: Resource;
  readonly #json: Buffer;
  #request: unknown;

  constructor(resource: Resource, texts: readonly string[], json: Buffer, digest: number, rows: readonly number[]) {
    this.key = texts[0] || null;
    this.digest = digest;
    this.rows = rows;
    this.whole = texts.length > 1 ? new UnreadUser(texts, json) : undefined;
    this.#resource = resource;
    this.#json = json;
  }

  get request(): unknown {
    if (this.#request === undefined) {
      this.#request = JSON.parse(this.#json.toString());
      takePassed(this.#resource, this.#request);
    }
    return this.#request;
  }
}

const BEFORE_HIERARCHIES = 6;

class UnreadUser implements WholeUser {
  readonly ExternalId: string;
  readonly Role: string;
  readonly UserName: string | undefined;
  readonly SynchronizationKey: string | undefined;
  readonly Email: string | undefined;
  readonly Photo: string | undefined;
  readonly hierarchies: readonly string[];
  readonly #json: Buffer;

  constructor(texts: readonly string[], json: Buffer) {
    const [id = '', role = '', name, key, email, photo] = texts;
    this.ExternalId = id;
    this.Role = role;
    this.UserName = name || undefined;
    this.SynchronizationKey = key || undefined;
    this.Email = email || undefined;
    this.Photo = photo || undefined;
    this.hierarchies = texts.slice(BEFORE_HIERARCHIES);
    this.#json = json;
  }

  get text(): string {
    return wholeText(this.#json.toString(), this);
  }
}

const NONE: readonly never[] = [];
