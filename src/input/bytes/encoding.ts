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

/**
 * Chooses the encoding from the first bytes. A byte order mark overrides the encoding that the user named: it is never
 * there by chance, and one name for a whole folder may be wrong for one of its files.
 */
export function findEncoding(file: string, head: Buffer, named: string | undefined): EncodingChoice {
  const bom = BOMS.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte));
  if (bom !== undefined) return { encoding: bom.encoding, bomBytes: bom.bytes.length };
  if (named === undefined && head.includes(0)) throw notTextError(file);
  return { encoding: named === undefined ? UTF8 : encodingOf(named), bomBytes: 0 };
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
 * Names of encodings that the library does not know, or knows otherwise. Like browsers, the program reads latin1 as
 * windows-1252, which has the same letters, and printable signs in place of control characters.
 */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  [UTF8]: ['utf8', 'utf8bom', 'utf8sig', 'csvutf8'],
  'utf-16le': ['utf16', 'unicode', 'unicodetext'],
  'windows-1252': ['ansi', 'latin1', 'cp1252', 'excel'],
  'iso-8859-15': ['latin9'],
  macintosh: ['mac', 'macos'],
  cp850: ['dos', 'msdos', 'oem'],
};

const BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(OTHER_NAMES).flatMap(([encoding, names]) => names.map((name) => [name, encoding] as const)),
);

/** Returns the encoding of a name. Other names stay as they are. */
function encodingOf(name: string): string {
  return BY_NAME.get(name.toLowerCase().replace(/[\s_()-]/g, '')) ?? name;
}
