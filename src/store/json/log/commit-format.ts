import { checksum } from '../checksum.ts';

/** The first line of a commit, about the change lines that follow it. */
export interface CommitHeader {
  readonly commit: number;
  readonly changes: number;
  /** Bytes of the change lines. */
  readonly length: number;
  /** Checksum of the change lines. */
  readonly crc32: string;
}

/** The largest length of a header. */
export const HEADER_MAX_BYTES = 192;

/**
 * The header has a checksum of its own, which separates damage from an interrupted write. Otherwise a damaged, larger
 * length would look like a commit whose end was never written.
 */
function headerLine({ commit, changes, length, crc32 }: CommitHeader): string {
  const fields = `{"commit":${commit},"changes":${changes},"length":${length},"crc32":"${crc32}"`;
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

/** Whether an interrupted write can leave this text of the commit's header: any beginning of it, also an empty one. */
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

/** Encodes a commit with these change lines. `bodyStart` is the offset of the lines in it. */
export function encodeCommit(
  commit: number,
  changes: number,
  parts: readonly Buffer[],
): { readonly bytes: Buffer; readonly bodyStart: number } {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const header = Buffer.from(headerLine({ commit, changes, length, crc32: checksum(...parts) }));
  return { bytes: Buffer.concat([header, ...parts]), bodyStart: header.length };
}
