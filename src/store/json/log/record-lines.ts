/** Records as lines of JSON: `{"kind":…,"id":…,"value":…}`, or `"deleted":true` in place of the value. */
import { crc32 } from 'node:zlib';
import type { PackedText } from '../../../base/bytes/packed-text.ts';
import { parseJson } from '../../../base/json-value.ts';
import type { Place } from '../keys/key-table.ts';

export interface RecordKey {
  readonly kind: string;
  readonly id: string;
}

export const NEWLINE = 0x0a;
/** This text cannot occur in the kind or the id, where every quote has a backslash before it. */
const VALUE_FOLLOWS = '","value":';
const DELETED_FOLLOWS = '","deleted":true}\n';
const LINE_END = '}\n';

/** The line for a record's JSON text, or for its deletion. */
export function lineOf(key: RecordKey, text: string | undefined): string {
  return text === undefined ? deletedLine(key) : `${valueStart(key)}${text}${LINE_END}`;
}

/** A line whose value stays encoded, with the texts before and after it. */
export interface PackedLine {
  readonly start: string;
  readonly text: PackedText;
  readonly end: string;
}

export function packedLineOf(key: RecordKey, text: PackedText): PackedLine {
  return { start: valueStart(key), text, end: LINE_END };
}

/** The line that says that a record was deleted. */
export function deletedLine({ kind, id }: RecordKey): string {
  return `${JSON.stringify({ kind, id, deleted: true })}\n`;
}

function valueStart({ kind, id }: RecordKey): string {
  return `${kindStart(kind)}${JSON.stringify(id)},"value":`;
}

/** The beginning of all lines of a kind, before the id. It is cached, since there are few kinds. */
export function kindStart(kind: string): string {
  const known = KIND_STARTS.get(kind) ?? `{"kind":${JSON.stringify(kind)},"id":`;
  KIND_STARTS.set(kind, known);
  return known;
}

const KIND_STARTS = new Map<string, string>();

/** The JSON text of the value in a line; undefined if the line belongs to another record. */
export function valueOfLine(line: string, key: RecordKey): string | undefined {
  const start = valueStart(key);
  return line.startsWith(start) ? line.slice(start.length, -LINE_END.length) : undefined;
}

/** A change of a record: its new text, or undefined if it was deleted. */
export interface RecordChange extends RecordKey {
  readonly after: string | undefined;
}

export interface PlacedKey {
  readonly key: RecordKey;
  readonly place: Place;
}

/** The lines of changes. `places` computes the place of each line from the offset of the first. */
export function encodeLines(changes: readonly RecordChange[]): {
  readonly lines: readonly Buffer[];
  readonly places: (offset: number) => Generator<PlacedKey>;
} {
  const lines = changes.map((change) => Buffer.from(lineOf(change, change.after)));
  return { lines, places: (offset) => placesOf(changes, lines, offset) };
}

function* placesOf(changes: readonly RecordChange[], lines: readonly Buffer[], first: number): Generator<PlacedKey> {
  let offset = first;
  for (const [at, line] of lines.entries()) {
    const change = changes[at];
    const place = { offset, length: line.length, crc32: crc32(line), deleted: change?.after === undefined };
    if (change) yield { key: change, place };
    offset += line.length;
  }
}

/** Reads the key of a line without parsing the value; undefined if the text is no line of a record. */
export function readLineKey(line: string): (RecordKey & { readonly deleted: boolean }) | undefined {
  const valueAt = line.indexOf(VALUE_FOLLOWS);
  const deleted = valueAt === -1;
  if (deleted && !line.endsWith(DELETED_FOLLOWS)) return undefined;
  const head = line.slice(0, deleted ? -DELETED_FOLLOWS.length : valueAt);
  const { kind, id } = Object(parseJson(`${head}"}`)) as Partial<RecordKey>;
  return typeof kind === 'string' && typeof id === 'string' ? { kind, id, deleted } : undefined;
}

/** The lines of some bytes that end with a newline, each with its newline. */
export function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    yield bytes.subarray(start, end);
    start = end;
  }
}
