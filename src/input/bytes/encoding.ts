import { UsageError } from '../../errors.ts';
import { notTextError } from './signature.ts';

/** How the bytes of a file become text: its encoding, and how many bytes of a byte order mark come first. */
export interface EncodingChoice {
  readonly encoding: string;
  readonly bomBytes: number;
}

/** The name of the encoding that needs no decoding, only a check. */
export const UTF8 = 'utf-8';

const BOMS = [
  { encoding: UTF8, bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/** The share of the first byte pairs that must be plain Latin characters if a file is to count as UTF-16. */
const MIN_LATIN_SHARE = 0.3;

/**
 * Chooses the encoding from the first bytes. A byte order mark outranks the name that the user gave: it is never there
 * by chance, while a name given for a whole folder of files often fits all but one of them.
 */
export function chooseEncoding(file: string, head: Buffer, named: string | undefined): EncodingChoice {
  const bom = BOMS.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte));
  if (bom !== undefined) return { encoding: bom.encoding, bomBytes: bom.bytes.length };
  if (named !== undefined) return { encoding: isUtf8Name(named) ? UTF8 : named, bomBytes: 0 };
  const wide = looksLikeUtf16(head);
  if (wide !== undefined) return { encoding: wide, bomBytes: 0 };
  if (head.includes(0)) throw notTextError(file);
  return { encoding: UTF8, bomBytes: 0 };
}

/** Refuses a name that no decoder knows, before a file is opened. */
export async function requireKnownEncoding(named: string): Promise<void> {
  if (isUtf8Name(named)) return;
  const { default: iconv } = await import('iconv-lite');
  if (!iconv.encodingExists(named)) {
    throw new UsageError(`--encoding: there is no encoding "${named}"`, {
      hint: 'Common ones are utf-8, windows-1252, iso-8859-15, utf-16le, macintosh, shift_jis and gb18030.',
    });
  }
}

function isUtf8Name(name: string): boolean {
  return /^utf-?8$/i.test(name);
}

/** Latin text in UTF-16 has a NUL in one half of nearly every byte pair, and never in the other half. */
function looksLikeUtf16(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const pairs = Math.floor(head.length / 2);
  let lowNuls = 0;
  let highNuls = 0;
  for (let i = 0; i < pairs * 2; i += 2) {
    if (head[i] === 0) lowNuls++;
    if (head[i + 1] === 0) highNuls++;
  }
  if (lowNuls === 0 && highNuls > 0 && highNuls >= pairs * MIN_LATIN_SHARE) return 'utf-16le';
  if (highNuls === 0 && lowNuls > 0 && lowNuls >= pairs * MIN_LATIN_SHARE) return 'utf-16be';
  return undefined;
}
