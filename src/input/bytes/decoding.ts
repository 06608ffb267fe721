/** Decodes the bytes of a file, chunk by chunk. */
import { isUtf8 } from 'node:buffer';
import { eitherOf } from '../../base/text/either-of.ts';
import { InputError } from '../../errors.ts';
import { UTF8 } from './encoding.ts';
import { likelyEncodings } from './likely-encodings.ts';
import { CR, LF } from './record-cutter.ts';

export interface EncodedText {
  readonly file: string;
  readonly encoding: string;
  readonly chunks: AsyncIterable<Buffer>;
  /** Returns the line that follows what was yielded. */
  readonly line: () => number;
}

/**
 * Yields the text as valid UTF-8, in whole characters. Throws an InputError about the first line that is not valid in the
 * encoding, after it has yielded all lines before it, so that the result does not depend on the sizes of chunks.
 */
export function decode(text: EncodedText): AsyncGenerator<Buffer> {
  return text.encoding === UTF8 ? checkUtf8(text) : convert(text);
}

/** The numbers of bytes that are kept to suggest an encoding: from the beginning, and from the first faulty line. */
const [HEAD_BYTES, FAULTY_BYTES] = [4096, 64 * 1024];

/** Passes on UTF-8 as it is. */
async function* checkUtf8({ file, chunks, line }: EncodedText): AsyncGenerator<Buffer> {
  let tail: Buffer = Buffer.alloc(0);
  let head: Buffer | undefined;
  const check = async function* (bytes: Buffer): AsyncGenerator<Buffer> {
    // A header in these bytes shows which columns have names.
    head ??= Buffer.from(bytes.subarray(0, HEAD_BYTES));
    const isValid = isUtf8(bytes);
    const end = isValid ? bytes.length : faultyLineStart(bytes);
    yield bytes.subarray(0, end);
    if (!isValid) throw await notUtf8({ file, line: line() }, head, bytes.subarray(end, end + FAULTY_BYTES));
  };
  for await (const chunk of chunks) {
    const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk]);
    const whole = bytes.length - cutCharacterBytes(bytes);
    tail = bytes.subarray(whole);
    yield* check(bytes.subarray(0, whole));
  }
  yield* check(tail);
}

async function notUtf8(place: InputError['place'], head: Buffer, faulty: Buffer): Promise<InputError> {
  const likely = await likelyEncodings(Buffer.concat([head, Buffer.from('\n'), faulty]));
  const example = likely[0] === undefined ? '' : `, for example --encoding ${likely[0].encoding}`;
  const shown = likely.map(({ encoding, names }) => encoding + (names.length === 0 ? '' : ` (${names.join(', ')})`));
  const read = shown.length === 0 ? '' : ` It may be ${eitherOf(shown)}.`;
  const hint = `Save the file as UTF-8, or name its encoding${example}.${read}`;
  return new InputError(place, 'this line holds bytes that are not valid UTF-8', { hint });
}

/** Returns the number of bytes at the end that belong to an incomplete character. */
function cutCharacterBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    if (byte >= 0xc0) return back < length ? back : 0;
  }
  return 0;
}

/** Returns the start of the first faulty line. A line break is never within a UTF-8 character. */
function faultyLineStart(bytes: Buffer): number {
  let start = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] !== LF && bytes[i] !== CR) continue;
    if (!isUtf8(bytes.subarray(start, i))) return start;
    start = i + 1;
  }
  return start;
}

const REPLACEMENT = '\ufffd';

/** Systems of Apple have the euro sign where the tables of the library still have the general sign of a currency. */
const [CURRENCY_SIGN, EURO_SIGN] = ['\u00a4', '\u20ac'];

/** Converts text in another encoding. Bytes at the end that are no whole character make the last line faulty. */
async function* convert({ file, encoding, chunks, line }: EncodedText): AsyncGenerator<Buffer> {
  // Loaded only here: the library has large tables, and most files are UTF-8.
  const { default: iconv } = await import('iconv-lite');
  const decoder = iconv.getDecoder(encoding, { stripBOM: false });
  // Only a form of Unicode can encode a replacement character.
  const isUnicode = /^(?:utf|ucs|unicode)/i.test(encoding);
  const check = function* (decoded: string): Generator<Buffer> {
    const text = /^mac/i.test(encoding) ? decoded.replaceAll(CURRENCY_SIGN, EURO_SIGN) : decoded;
    const fault = isUnicode ? firstLoneSurrogate(text) : text.indexOf(REPLACEMENT);
    yield Buffer.from(fault === -1 ? text : text.slice(0, lineStart(text, fault)));
    if (fault !== -1) throw notValid();
  };
  const notValid = () =>
    new InputError({ file, line: line() }, `this line holds bytes that are not valid ${encoding}`, {
      hint: 'Name the encoding in which the file was saved with --encoding, or save it as UTF-8.',
    });
  let [rest, length] = ['', 0];
  for await (const chunk of chunks) {
    length += chunk.length;
    const text = rest + decoder.write(chunk);
    const whole = /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
    rest = text.slice(whole);
    yield* check(text.slice(0, whole));
  }
  const last = decoder.end() ?? '';
  if (length % unitBytes(encoding) !== 0 || last.includes(REPLACEMENT)) throw notValid();
  yield* check(rest + last);
}

/** The number of bytes of the shortest character. Each other character has a multiple of it. */
function unitBytes(encoding: string): number {
  if (/^(?:utf-?32|ucs-?4)/i.test(encoding)) return 4;
  return /^(?:utf-?16|ucs-?2)/i.test(encoding) ? 2 : 1;
}

function firstLoneSurrogate(text: string): number {
  return text.isWellFormed() ? -1 : text.search(/\p{Surrogate}/u);
}

function lineStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf('\n', at), text.lastIndexOf('\r', at)) + 1;
}
