/** Records as lines of JSON: `{"kind":…,"id":…,"value":…}`, or `"deleted":true` in place of the value. */

export interface RecordKey {
  readonly kind: string;
  readonly id: string;
}

export const NEWLINE = 0x0a;
/** Cannot stand inside the kind or the id, where a quote always has a backslash before it. */
const VALUE_FOLLOWS = Buffer.from('","value":');
const LINE_END = '}\n';
const DELETED_FOLLOWS = Buffer.from('","deleted":true}\n');

/** The line of a record, of its value's JSON text. */
export function valueLine(key: RecordKey, text: string): Buffer {
  return Buffer.from(`${lineStart(key)}"value":${text}}\n`);
}

/** The line that says that a record was deleted. */
export function deletedLine({ kind, id }: RecordKey): Buffer {
  return Buffer.from(`${JSON.stringify({ kind, id, deleted: true })}\n`);
}

/** What every line of this record begins with. */
export function lineStart({ kind, id }: RecordKey): string {
  return `{"kind":${JSON.stringify(kind)},"id":${JSON.stringify(id)},`;
}

/** Reads a line's key without parsing its value; undefined where the bytes are no record line. */
export function readLineKey(line: Buffer): (RecordKey & { readonly deleted: boolean }) | undefined {
  const valueAt = line.indexOf(VALUE_FOLLOWS);
  const deleted = valueAt === -1;
  if (deleted && !line.subarray(-DELETED_FOLLOWS.length).equals(DELETED_FOLLOWS)) return undefined;
  const head = line.toString('utf8', 0, deleted ? line.length - DELETED_FOLLOWS.length : valueAt);
  try {
    const key: unknown = JSON.parse(`${head}"}`);
    return isKey(key) ? { kind: key.kind, id: key.id, deleted } : undefined;
  } catch {
    return undefined;
  }
}

function isKey(value: unknown): value is RecordKey {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    typeof value.kind === 'string' &&
    'id' in value &&
    typeof value.id === 'string'
  );
}

/** The value of a record's line. */
export function readLineValue(line: Buffer): unknown {
  return (JSON.parse(line.toString('utf8')) as { value: unknown }).value;
}

/** The JSON text of the value of a record's line. */
export function readLineText(line: Buffer): string {
  return line.toString('utf8', line.indexOf(VALUE_FOLLOWS) + VALUE_FOLLOWS.length, line.length - LINE_END.length);
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
