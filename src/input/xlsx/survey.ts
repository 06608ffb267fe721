/**
 * Finds the merged cells and the hidden rows and columns of a sheet. Merged cells are listed after the rows, but the
 * first row already needs them. The bytes are searched and not parsed, which takes a tenth of the time.
 */

import { parseRange, type Range } from './address.ts';
import { MAX_SHEET_BYTES } from './limits.ts';
import { type Archive, unsafe } from './package/archive.ts';

export interface Survey {
  readonly merged: readonly Range[];
  /** The numbers of hidden rows, in their order, up to a limit. */
  readonly hiddenRows: readonly number[];
  /** Ranges of hidden columns, counted from 0. */
  readonly hiddenColumns: readonly (readonly [first: number, last: number])[];
}

const MAX_MERGED = 100_000;
const MAX_HIDDEN = 1000;
/** Longer than any tag that is searched for. */
const MAX_TAG_BYTES = 1024;

const LT = 0x3c;
const SEARCHED = ['hidden', 'mergeCell'] as const;

export async function surveySheet(archive: Archive, part: string): Promise<Survey> {
  const found: Found = { merged: [], hiddenRows: [], hiddenColumns: [] };
  let rest: Buffer = Buffer.alloc(0);
  const search = (bytes: Buffer, end: number): void => {
    for (const searched of SEARCHED) for (const [tag, next] of tagsWith(bytes, end, searched)) note(tag, next, found);
  };
  for await (const chunk of archive.read(part, MAX_SHEET_BYTES)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    // To read a tag, the search needs the tag after it, so the last one waits for the next chunk.
    const end = bytes.lastIndexOf(LT, bytes.lastIndexOf(LT) - 1);
    search(bytes, end === -1 ? bytes.length : end);
    if (found.merged.length > MAX_MERGED) {
      throw unsafe(archive.file, `it has more than ${MAX_MERGED.toLocaleString('en')} merged cells`);
    }
    rest = end === -1 || bytes.length - end > MAX_TAG_BYTES ? Buffer.alloc(0) : bytes.subarray(end);
  }
  search(rest, rest.length);
  return found;
}

/**
 * Yields the tags that contain a word, and the two characters after each tag. For a text that contains the word, this
 * is the tag before the text.
 */
function* tagsWith(bytes: Buffer, end: number, word: string): Generator<[tag: string, next: string]> {
  for (let at = bytes.indexOf(word); at !== -1 && at < end; at = bytes.indexOf(word, at + word.length)) {
    const before = bytes.subarray(Math.max(0, at - MAX_TAG_BYTES), at);
    const start = before.lastIndexOf(LT);
    if (start === -1) continue;
    const tag = bytes.toString('latin1', at - before.length + start, at + MAX_TAG_BYTES);
    const close = tag.indexOf('>');
    yield [tag.slice(0, close), tag.slice(close + 1, close + 3)];
  }
}

type Found = { -readonly [K in keyof Survey]: Survey[K] extends readonly (infer T)[] ? T[] : Survey[K] };

function note(tag: string, next: string, found: Found): void {
  const [, name] = /^<(?:[\w.-]+:)?(row|col|mergeCell)\s/.exec(tag) ?? [];
  if (name === 'mergeCell') {
    const range = parseRange(attribute(tag, 'ref') ?? '');
    if (range !== undefined) found.merged.push(range);
    return;
  }
  if (name === undefined || !/^(?:1|true)$/.test(attribute(tag, 'hidden') ?? '')) return;
  if (name === 'col' && found.hiddenColumns.length < MAX_HIDDEN)
    found.hiddenColumns.push([Number(attribute(tag, 'min')) - 1, Number(attribute(tag, 'max')) - 1]);
  // A row without cells hides nothing. The marked workbooks that this program writes have many of them.
  else if (!tag.endsWith('/') && next !== '</' && found.hiddenRows.length < MAX_HIDDEN)
    found.hiddenRows.push(Number(attribute(tag, 'r')));
}

function attribute(tag: string, name: string): string | undefined {
  const [, , value] = new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`).exec(tag) ?? [];
  return value;
}
