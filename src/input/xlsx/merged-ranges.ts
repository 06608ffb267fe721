/**
 * Finds the merged cells of a sheet. They are listed after the rows, but the first row already needs them. The bytes are
 * searched and not parsed, which takes a tenth of the time.
 */

import { formatNumber } from '../../base/text/counted.ts';
import { parseRange, type Range } from './address.ts';
import { MAX_SHEET_BYTES } from './limits.ts';
import { type Archive, unsafe } from './package/archive.ts';

const MAX_MERGED = 100_000;
/** Longer than any tag that is searched for. */
const MAX_TAG_BYTES = 1024;

const LT = 0x3c;

const WORD = 'mergeCell';

export async function findMergedRanges(archive: Archive, part: string): Promise<Range[]> {
  const found: Range[] = [];
  /** The tag at the end of the chunks so far, which may be cut off, or a text after it. */
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of archive.read(part, MAX_SHEET_BYTES)) {
    const end = chunk.lastIndexOf(LT);
    const isWithin = end === -1;
    const next = Buffer.concat([rest, isWithin ? chunk : chunk.subarray(0, chunk.indexOf(LT))]);
    rest = (isWithin ? next : chunk.subarray(end)).subarray(0, MAX_TAG_BYTES);
    if (isWithin) continue;
    noteTag(next, found);
    search(chunk, end, found);
    if (found.length > MAX_MERGED) {
      throw unsafe(archive.file, `it has more than ${formatNumber(MAX_MERGED)} merged cells`);
    }
  }
  noteTag(rest, found);
  return found;
}

/** Finds the tags that begin before `end`. A text may contain the word too: the tag before it is another one. */
function search(bytes: Buffer, end: number, found: Range[]): void {
  for (let at = bytes.indexOf(WORD); at !== -1 && at < end; at = bytes.indexOf(WORD, at + WORD.length)) {
    const start = bytes.subarray(Math.max(0, at - MAX_TAG_BYTES), at).lastIndexOf(LT);
    if (start !== -1) noteTag(bytes.subarray(Math.max(0, at - MAX_TAG_BYTES) + start), found);
  }
}

function noteTag(bytes: Buffer, found: Range[]): void {
  const [, , ref = ''] = TAG.exec(bytes.toString('latin1', 0, MAX_TAG_BYTES)) ?? [];
  const range = parseRange(ref);
  if (range !== undefined) found.push(range);
}

/** Matches a tag with its range. */
const TAG = /^<(?:[\w.-]+:)?mergeCell\s(?:[^>]*\s)?ref\s*=\s*(["'])([^"'>]*)\1/;
