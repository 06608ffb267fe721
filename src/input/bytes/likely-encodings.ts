/** Finds likely encodings of a text that is neither UTF-8 nor UTF-16, with names of people in the text as examples. */
import { isUtf8 } from 'node:buffer';
import { foldName } from '../../base/closest.ts';
import { fieldsOfWord } from '../words/meaning.ts';

export interface LikelyEncoding {
  readonly encoding: string;
  /** Some names of people in the text, decoded by this encoding; empty if no column of names is found. */
  readonly names: readonly string[];
}

/** The encodings that spreadsheets in Western and Central Europe write: on Windows, on macOS, and for MS-DOS. */
const USUAL = ['windows-1252', 'macintosh', 'cp850', 'windows-1250'];

const [MAX_NAMES, NAME_CHARACTERS] = [3, 30];

/** Returns the likely encodings, the likeliest first. Names only one of the encodings that give the same text. */
export async function likelyEncodings(bytes: Buffer): Promise<LikelyEncoding[]> {
  const { default: iconv } = await import('iconv-lite');
  const lines = nonUtf8Lines(bytes);
  const samples = USUAL.map((encoding) => iconv.decode(lines, encoding));
  const read = USUAL.map((encoding, at) => ({ encoding, at, sample: samples[at] ?? '' }))
    .filter(({ sample, at }) => samples.indexOf(sample) === at && !/[\ufffd\u0080-\u009f]/.test(sample))
    .map(({ encoding, sample }) => ({ encoding, faults: countFaults(sample) }))
    .sort((a, b) => a.faults - b.faults);
  return read
    .filter(({ faults }) => faults <= (read[0]?.faults ?? 0) * 2 + 1)
    .map(({ encoding }) => ({ encoding, names: namesIn(iconv.decode(bytes, encoding)).slice(0, MAX_NAMES) }));
}

/** Returns the lines that are not UTF-8. Lines of ASCII only are the same in every encoding. */
function nonUtf8Lines(bytes: Buffer): Buffer {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start) + 1 || bytes.length;
    const line = bytes.subarray(start, end);
    if (!isUtf8(line)) lines.push(line);
    start = end;
  }
  return Buffer.concat(lines);
}

/** Counts unlikely words: with a capital after a small letter, or with signs. */
function countFaults(text: string): number {
  const words = text.match(/[^\s,;|"<>@]*[^\s\p{ASCII}][^\s,;|"<>@]*/gu) ?? [];
  return words.filter((word) => /\p{Ll}\p{Lu}|(?!['’.\-–\p{M}])[^\p{L}\p{N}\p{ASCII}]/u.test(word)).length;
}

/** Returns the names of people in a text. Reads only columns of names, because other columns may have secrets. */
function namesIn(text: string): string[] {
  const found: string[] = [];
  let [header, delimiter]: [readonly string[] | undefined, string] = [undefined, ','];
  for (const line of text.split(/\r\n|\n|\r/)) {
    for (const [, name = '', value = ''] of line.matchAll(/"([^"]{1,40})"\s*:\s*"([^"]{1,200})"/g)) {
      if (isName(name)) found.push(value);
    }
    if (header === undefined) delimiter = /[,;\t|]/.exec(line)?.[0] ?? ',';
    const written = line.split(delimiter);
    const cells = written.map((cell) => cell.replaceAll('"', ''));
    // In a row of another width, or with a delimiter in quotes, these positions may have other cells.
    const isWhole = cells.length === header?.length && written.every((cell) => /^(?:"[^"]*"|[^"]*)$/.test(cell));
    if (isWhole) found.push(...cells.filter((_, at) => isName(header?.[at] ?? '')));
    if (cells.some(isName)) header ??= cells;
  }
  const names = found.map((name) => name.trim().slice(0, NAME_CHARACTERS)).filter((name) => /[^\p{ASCII}]/u.test(name));
  return [...new Set(names)];
}

const NAMES = ['FirstName', 'LastName'];

function isName(header: string): boolean {
  return NAMES.some((field) => foldName(field) === foldName(header) || fieldsOfWord(header).includes(field));
}
