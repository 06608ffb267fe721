import { InputError } from '../../errors.ts';
import type { TextDecoding, TextPiece } from './text-decoding.ts';

const REPLACEMENT = '\ufffd';

/** Turns text in another encoding into UTF-8, and stops before the first line that does not fit that encoding. */
export async function createForeignDecoding(file: string, encoding: string): Promise<TextDecoding> {
  // Its tables are large, and most files are UTF-8.
  const { default: iconv } = await import('iconv-lite');
  if (!iconv.encodingExists(encoding)) throw new TypeError(`unchecked encoding name: ${encoding}`);
  const decoder = iconv.getDecoder(encoding, { stripBOM: false });
  const firstMisfit = isUnicode(encoding) ? firstLoneSurrogate : firstReplacement;
  let held = '';
  return {
    push(chunk) {
      const text = held + decoder.write(chunk);
      const whole = endsInHalfPair(text) ? text.length - 1 : text.length;
      held = text.slice(whole);
      return encode(text.slice(0, whole), firstMisfit);
    },
    end: () => encode(held + (decoder.end() ?? ''), firstMisfit),
    misfit: (line) =>
      new InputError({ file, line }, `this line holds bytes that are not valid ${encoding}`, {
        hint: 'Name the encoding in which the file was saved with --encoding, or save it as UTF-8.',
      }),
  };
}

function encode(text: string, firstMisfit: (text: string) => number): TextPiece {
  const at = firstMisfit(text);
  if (at === -1) return { bytes: Buffer.from(text), fits: true };
  return { bytes: Buffer.from(text.slice(0, lineStart(text, at))), fits: false };
}

/** Only in these encodings can a replacement character be part of the file itself. */
function isUnicode(encoding: string): boolean {
  return /^(utf|ucs|unicode)/i.test(encoding);
}

function firstReplacement(text: string): number {
  return text.indexOf(REPLACEMENT);
}

function firstLoneSurrogate(text: string): number {
  return text.isWellFormed() ? -1 : text.search(/\p{Surrogate}/u);
}

function endsInHalfPair(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}

function lineStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf('\n', at), text.lastIndexOf('\r', at)) + 1;
}
