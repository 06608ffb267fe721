/**
 * Finds the merged cells of a sheet. They are listed after the rows, but the first row already needs them. The bytes are
 * searched and not parsed, which takes a tenth of the time.
 */

import { parseRange, type Range } from './address.ts';
import { MAX_SHEET_BYTES } from './limits.ts';
import { type Archive, unsafe } from './package/archive.ts';

const MAX_MERGED = 100_000;
/** Longer than any tag that is searched for. */
const MAX_TAG_BYTES = 1024;

const LT = 0x3c;

export async function findMergedRanges(archive: Archive, part: string): Promise<Range[]> {
  const found: Range[] = [];
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of archive.read(part, MAX_SHEET_BYTES)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    // The last tag may be cut off, so it waits for the next chunk.
    const end = bytes.lastIndexOf(LT);
    search(bytes, end === -1 ? bytes.length : end, found);
    if (found.length > MAX_MERGED) {
      throw unsafe(archive.file, `it has more than ${MAX_MERGED.toLocaleString('en')} merged cells`);
    }
    rest = end === -1 || bytes.length - end > MAX_TAG_BYTES ? Buffer.alloc(0) : bytes.subarray(end);
  }
  search(rest, rest.length, found);
  return found;
}

const WORD = 'mergeCell';

/** Finds the tags that begin before `end`. A text may contain the word too: the tag before it is another one. */
function search(bytes: Buffer, end: number, found: Range[]): void {
  for (let at = bytes.indexOf(WORD); at !== -1 && at < end; at = bytes.indexOf(WORD, at + WORD.length)) {
    const before = bytes.subarray(Math.max(0, at - MAX_TAG_BYTES), at);
    const start = before.lastIndexOf(LT);
    if (start === -1) continue;
    const tag = bytes.toString('latin1', at - before.length + start, at + MAX_TAG_BYTES);
    const [, , ref = ''] = TAG.exec(tag) ?? [];
    const range = parseRange(ref);
    if (range !== undefined) found.push(range);
  }
}

/** Matches a tag with its range. */
const TAG = /^<(?:[\w.-]+:)?mergeCell\s(?:[^>]*\s)?ref\s*=\s*(["'])([^"'>]*)\1/;
