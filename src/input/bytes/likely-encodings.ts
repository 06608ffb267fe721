/** Finds likely encodings of a text that is neither UTF-8 nor UTF-16, with names of people in the text as examples. */
import { isUtf8 } from 'node:buffer';
import { foldName } from '../../base/closest.ts';
import { DELIMITERS } from '../csv/delimiter.ts';
import { splitRecord } from '../csv/split.ts';
import { fieldsOfWord } from '../words/meaning.ts';

export interface LikelyEncoding {
  readonly encoding: string;
  /** Some names of people in the text, decoded by this encoding; empty if no column of names is found. */
  readonly names: readonly string[];
}

/** The encodings that spreadsheets in Western and Central Europe write: on Windows, on macOS, and for MS-DOS. */
const USUAL = ['windows-1252', 'macintosh', 'cp850', 'windows-1250'];

/** Encodings that are never suggested: they are recognised in other ways, or hardly used. */
const NO_CHOICE = /^(?:utf|iso-2022|ascii)/i;

const [MAX_SHOWN, MAX_NAMES, NAME_CHARACTERS] = [5, 3, 30];

/** Returns the likely encodings, the likeliest first. Names only one of the encodings that give the same text. */
export async function likelyEncodings(bytes: Buffer): Promise<LikelyEncoding[]> {
  const [{ default: iconv }, { analyse }] = await Promise.all([import('iconv-lite'), import('chardet')]);
  const lines = nonUtf8Lines(bytes);
  const isChoice = (name: string) => !NO_CHOICE.test(name) && iconv.encodingExists(name);
  const found = analyse(lines)
    .map(({ name }) => name.toLowerCase())
    .filter(isChoice);
  const samples = new Map([...USUAL, ...found].map((name) => [name, iconv.decode(lines, name)]));
  // An encoding gets the place of a found one that gives the same text, such as windows-1252 that of iso-8859-1.
  const placeOf = (sample: string) => [...found.map((name) => samples.get(name)), sample].indexOf(sample);
  const read = [...samples]
    .filter(([, sample], at, all) => all.findIndex(([, other]) => other === sample) === at)
    .filter(([, sample]) => !/[\ufffd\u0080-\u009f]/.test(sample))
    .map(([encoding, sample]) => ({ encoding, faults: countFaults(sample), place: placeOf(sample) }))
    .sort((a, b) => a.faults - b.faults || a.place - b.place);
  return read
    .filter(({ faults }) => faults <= (read[0]?.faults ?? 0) * 2 + 1)
    .slice(0, MAX_SHOWN)
    .map(({ encoding }) => ({ encoding, names: namesIn(iconv.decode(bytes, encoding)).slice(0, MAX_NAMES) }));
}

/** Describes an encoding for a message: `windows-1252 (Renée, Jürgen)`. */
export function describeEncoding({ encoding, names }: LikelyEncoding): string {
  return names.length === 0 ? encoding : `${encoding} (${names.join(', ')})`;
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

/** Counts unlikely words: with a capital after a small letter, with letters of two scripts, or with signs. */
function countFaults(text: string): number {
  const words = text.match(/[^\s,;|"<>@]*[^\s\p{ASCII}][^\s,;|"<>@]*/gu) ?? [];
  return words.filter((word) => {
    const hasScripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Han}/u];
    const scripts = hasScripts.filter((script) => script.test(word)).length;
    return scripts > 1 || /\p{Ll}\p{Lu}/u.test(word) || /(?!['’.\-–\p{M}])[^\p{L}\p{N}\p{ASCII}]/u.test(word);
  }).length;
}

/** Returns the names of people in a text. Reads only columns of names, because other columns may have secrets. */
function namesIn(text: string): string[] {
  const found = new Set<string>();
  const take = (cell = ''): void => {
    const name = cell.trim().slice(0, NAME_CHARACTERS);
    if (/[^\p{ASCII}]/u.test(name)) found.add(name);
  };
  let header: NamedColumns | undefined;
  for (const line of text.split(/\r\n|\n|\r/)) {
    for (const [, name = '', value] of line.matchAll(/"([^"]{1,40})"\s*:\s*"([^"]{1,200})"/g)) {
      if (isName(name)) take(value);
    }
    const cells = header && splitRecord(line, header.delimiter);
    // In a row of another width, these positions may have other cells.
    if (cells?.length === header?.width) for (const at of header?.positions ?? []) take(cells?.[at]);
    header ??= findColumns(line);
  }
  return [...found];
}

interface NamedColumns {
  readonly delimiter: string;
  readonly width: number;
  readonly positions: readonly number[];
}

function findColumns(line: string): NamedColumns | undefined {
  for (const delimiter of DELIMITERS) {
    const cells = splitRecord(line, delimiter) ?? [];
    const positions = cells.flatMap((cell, at) => (isName(cell) ? [at] : []));
    if (positions.length > 0) return { delimiter, width: cells.length, positions };
  }
  return undefined;
}

const NAMES = ['FirstName', 'LastName'];

function isName(header: string): boolean {
  return NAMES.some((field) => foldName(field) === foldName(header) || fieldsOfWord(header).includes(field));
}
