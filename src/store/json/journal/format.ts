import { crc32 } from 'node:zlib';
import { checksum } from '../checksum.ts';
import { deletedLine, type RecordKey, valueLine } from './record-lines.ts';

/** What the first line of a commit says about the change lines that follow it. */
export interface CommitHeader {
  readonly commit: number;
  readonly changes: number;
  /** Bytes of the change lines. */
  readonly length: number;
  /** Checksum of the change lines. */
  readonly crc32: string;
}

/** Where a value's line stands in the journal. `line` holds it for as long as it may not be on disk. */
export interface JournalLine {
  readonly offset: number;
  readonly length: number;
  readonly crc32: number;
  line: Buffer | undefined;
}

/** A change to be written: the entity's JSON text after it, or undefined for a deletion. */
export interface RecordChange extends RecordKey {
  readonly after: string | undefined;
}

/** A change as it will stand in the journal; without a line of its own where the record was deleted. */
export interface PlacedChange extends RecordKey {
  readonly payload: JournalLine | undefined;
}

/** No header is longer. */
export const HEADER_MAX_BYTES = 192;

/**
 * The header's own checksum tells damage from a torn write: a length that was damaged to a greater one would otherwise
 * look like a commit of which the end was never written.
 */
function headerLine({ commit, changes, length, crc32 }: CommitHeader): string {
  const fields = JSON.stringify({ commit, changes, length, crc32 }).slice(0, -1);
  return `${fields},"header":"${checksum(fields)}"}\n`;
}

/** Reads a header line; undefined unless it is byte for byte as `headerLine` writes it. */
export function parseHeader(line: string): CommitHeader | undefined {
  const parts = /^\{"commit":(\d+),"changes":(\d+),"length":(\d+),"crc32":"([0-9a-f]{8})",/.exec(line);
  if (parts === null) return undefined;
  const [, commit, changes, length, crc32 = ''] = parts;
  const header = { commit: Number(commit), changes: Number(changes), length: Number(length), crc32 };
  return headerLine(header) === line ? header : undefined;
}

/** True for what a torn write can leave of the header of this commit: any beginning of it, also none of it. */
export function isHeaderBeginning(text: string, commit: number): boolean {
  return headerBeginning(commit).test(text);
}

function headerBeginning(commit: number): RegExp {
  const literal = (text: string) => [...text].map((char) => char.replace(/[{}"]/, '\\$&'));
  const hex8 = Array.from({ length: 8 }, () => '[0-9a-f]');
  const atoms = [
    ...literal(`{"commit":${commit},"changes":`),
    '\\d+',
    ...literal(',"length":'),
    '\\d+',
    ...literal(',"crc32":"'),
    ...hex8,
    ...literal('","header":"'),
    ...hex8,
    ...literal('"}'),
  ];
  return new RegExp(`^${atoms.reduceRight((rest, atom) => `(?:${atom}${rest})?`, '')}$`);
}

/** The bytes of a commit that will begin at `offset` of the journal, and where each of its changes will stand. */
export function encodeCommit(
  commit: number,
  changes: readonly RecordChange[],
  offset: number,
): { readonly bytes: Buffer; readonly placed: PlacedChange[] } {
  const lines = changes.map((change) =>
    change.after === undefined ? deletedLine(change) : valueLine(change, change.after),
  );
  const body = Buffer.concat(lines);
  const header = Buffer.from(
    headerLine({ commit, changes: changes.length, length: body.length, crc32: checksum(body) }),
  );
  let lineOffset = offset + header.length;
  const placed = changes.map(({ kind, id, after }, at) => {
    const line = lines[at] ?? Buffer.alloc(0);
    const place = { offset: lineOffset, length: line.length, crc32: crc32(line), line };
    lineOffset += line.length;
    return { kind, id, payload: after === undefined ? undefined : place };
  });
  return { bytes: Buffer.concat([header, body]), placed };
}
