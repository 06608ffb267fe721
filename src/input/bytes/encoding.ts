import { UsageError } from '../../errors.ts';
import { notTextError } from './signature.ts';

/** The encoding of a file, and the number of bytes of its byte order mark. */
export interface EncodingChoice {
  readonly encoding: string;
  readonly bomBytes: number;
}

/** The encoding that needs only a check, and no decoding. */
export const UTF8 = 'utf-8';

const BOMS = [
  { encoding: UTF8, bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/** The share of the byte pairs in the first bytes that must be Latin characters for a file to count as UTF-16. */
const MIN_LATIN_SHARE = 0.3;
/** The largest number of characters with a NUL in the other half, for each Latin character. */
const MAX_OTHER_SHARE = 0.15;

/**
 * Chooses the encoding from the first bytes. A byte order mark overrides the encoding that the user named: it is never
 * there by chance, and one name for a whole folder may be wrong for one of its files.
 */
export function findEncoding(file: string, head: Buffer, named: string | undefined): EncodingChoice {
  const bom = BOMS.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte));
  if (bom !== undefined) return { encoding: bom.encoding, bomBytes: bom.bytes.length };
  if (named !== undefined) return { encoding: encodingOf(named), bomBytes: 0 };
  const wide = looksLikeUtf16(head);
  if (wide !== undefined) return { encoding: wide, bomBytes: 0 };
  if (head.includes(0)) throw notTextError(file);
  return { encoding: UTF8, bomBytes: 0 };
}

/** Throws a UsageError for an unknown encoding, before a file is opened. */
export async function requireKnownEncoding(named: string): Promise<void> {
  const encoding = encodingOf(named);
  if (encoding === UTF8) return;
  const { default: iconv } = await import('iconv-lite');
  if (!iconv.encodingExists(encoding)) {
    throw new UsageError(`--encoding: there is no encoding "${named}"`, {
      hint: 'Common ones are utf-8, windows-1252, iso-8859-15, utf-16le, macintosh, shift_jis and gb18030.',
    });
  }
}

/**
 * Other names of encodings, from menus of programs and from common use. Like browsers, the program reads latin1 as
 * windows-1252, which has the same letters, and printable signs in place of control characters.
 */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  [UTF8]: ['utf8', 'utf8bom', 'utf8sig', 'utf8withbom', 'csvutf8'],
  'utf-16le': ['utf16', 'ucs2', 'unicode', 'unicodetext', 'excelunicode'],
  'windows-1252': [
    'ansi',
    'windows',
    'western',
    'westerneuropean',
    'excel',
    'csv',
    'latin1',
    'cp1252',
    'win1252',
    '1252',
  ],
  'iso-8859-15': ['latin9', 'latin0'],
  'windows-1250': ['centraleuropean', 'easterneuropean', 'cp1250', '1250'],
  'windows-1251': ['cyrillic', 'cp1251', '1251'],
  macintosh: ['mac', 'macos', 'macroman', 'macosroman', 'csvmacintosh'],
  cp850: ['dos', 'msdos', 'oem', 'csvmsdos', 'ibm850', '850'],
};

const BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(OTHER_NAMES).flatMap(([encoding, names]) => names.map((name) => [name, encoding] as const)),
);

/** Returns the encoding of a name. Other names stay as they are. */
function encodingOf(name: string): string {
  return BY_NAME.get(name.toLowerCase().replace(/[\s_()-]/g, '')) ?? name;
}

/**
 * Recognises UTF-16: in Latin text, one half of nearly every byte pair is NUL. The other half is NUL in few characters,
 * such as Ā, 一 and half of an emoji, and both halves are never NUL.
 */
function looksLikeUtf16(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const pairs = Math.floor(head.length / 2);
  let lowNuls = 0;
  let highNuls = 0;
  for (let i = 0; i < pairs * 2; i += 2) {
    if (head[i] === 0 && head[i + 1] === 0) return undefined;
    if (head[i] === 0) lowNuls++;
    if (head[i + 1] === 0) highNuls++;
  }
  const [more, fewer] = highNuls > lowNuls ? [highNuls, lowNuls] : [lowNuls, highNuls];
  if (more === 0 || more < pairs * MIN_LATIN_SHARE || fewer > more * MAX_OTHER_SHARE) return undefined;
  return more === highNuls ? 'utf-16le' : 'utf-16be';
}
