/** Records without findings, on their way from one thread to another: each is read only in its turn. */

import type { ValidRecord } from '../../../model/draft.ts';
import { takePassed } from '../../../platform/fields/check.ts';
import type { Resource } from '../../../platform/fields/field.ts';
import { digestOfContent } from '../../../platform/secrets.ts';

/** Bytes and numbers change hands between threads, and objects would be copied. */
export interface PackedRecords {
  /** The key and the request of one record after the other, the request as JSON. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * Of each record the digest of its request, the bytes of its key (0 where it has none) and of its request, how many
   * numbers its further rows have, and these.
   */
  readonly numbers: Uint32Array<ArrayBuffer>;
}

export function packRecords(records: readonly ValidRecord[]): PackedRecords {
  const numbers: number[] = [];
  let at = 0;
  for (const { key, request, rows: others } of records) {
    const text = JSON.stringify(request);
    const start = at + write(key ?? '', at);
    const end = start + write(text, start);
    numbers.push(digestOfContent(request, text, scratch.subarray(start, end)), start - at, end - start, others.length);
    for (const number of others) numbers.push(number);
    at = end;
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
  const nextText = (length: number): string => {
    start += length;
    return buffer.toString('utf8', start - length, start);
  };
  const nextNumber = () => numbers[at++] ?? 0;
  return () => {
    const [digest, ofKey, ofRequest, count] = [nextNumber(), nextNumber(), nextNumber(), nextNumber()];
    const [key, text] = [ofKey === 0 ? null : nextText(ofKey), nextText(ofRequest)];
    const request: unknown = JSON.parse(text);
    takePassed(resource, request, text);
    const rows = count === 0 ? NONE : Array.from({ length: count }, nextNumber);
    return { key, request, rows, digest };
  };
}

const NONE: readonly never[] = [];
