/** Records of which nothing is to be said, on their way from one thread to another: each is read only in its turn. */
import { takePassed } from '../../../platform/fields/check.ts';
import type { Resource } from '../../../platform/fields/field.ts';
import { digestOfContent } from '../../../platform/secrets.ts';
import type { RightRecord } from '../../model/draft.ts';

/** A text and numbers go from one thread to another faster than objects do. */
export interface PackedRecords {
  /** Two lines for each record: its key and its request, as JSON. */
  readonly lines: string;
  /** Of each record the digest of its request, how many numbers its further rows have, and these. */
  readonly numbers: Uint32Array<ArrayBuffer>;
}

export function packRecords(records: readonly RightRecord[]): PackedRecords {
  const numbers: number[] = [];
  const lines = records.map(({ key, request, rows: others }) => {
    const text = JSON.stringify(request);
    numbers.push(digestOfContent(request, text), others.length);
    for (const number of others) numbers.push(number);
    return `${JSON.stringify(key)}\n${text}`;
  });
  return { lines: lines.join('\n'), numbers: Uint32Array.from(numbers) };
}

/** Gives one record after the other; they have passed the check of their resource. */
export function readerOf(right: readonly RightRecord[] | PackedRecords, resource: Resource): () => RightRecord {
  return 'lines' in right ? unpack(right, resource) : walk(right, resource);
}

function walk(records: readonly RightRecord[], resource: Resource): () => RightRecord {
  let at = 0;
  return () => {
    const record = records[at++] as RightRecord;
    takePassed(resource, record.request);
    return record;
  };
}

function unpack({ lines, numbers }: PackedRecords, resource: Resource): () => RightRecord {
  let [start, at] = [0, 0];
  const nextLine = (): string => {
    const end = lines.indexOf('\n', start);
    const line = lines.slice(start, end === -1 ? undefined : end);
    start = end + 1;
    return line;
  };
  return () => {
    const [key, text] = [nextLine(), nextLine()];
    const request: unknown = JSON.parse(text);
    takePassed(resource, request, text);
    const [digest = 0, count = 0] = [numbers[at], numbers[at + 1]];
    const rows = count === 0 ? NONE : Array.from(numbers.subarray(at + 2, at + 2 + count));
    at += 2 + count;
    return { key: JSON.parse(key) as string | null, request, rows, digest };
  };
}

const NONE: readonly never[] = [];
