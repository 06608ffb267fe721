import { isUtf8 } from 'node:buffer';
import { eitherOf } from '../../base/text/either-of.ts';
import { InputError } from '../../errors.ts';
import { UTF8 } from './encoding.ts';
import { describeEncoding, likelyEncodings } from './likely-encodings.ts';
import { CR, LF } from './line-ends.ts';

/** Text as valid UTF-8, in whole characters. If `isValid` is false, these are the lines before the first faulty line. */
export interface TextPiece {
  readonly bytes: Buffer;
  readonly isValid: boolean;
}

/** Decodes the bytes of a file, chunk by chunk. */
export interface TextDecoding {
  push(chunk: Buffer): TextPiece;
  end(): TextPiece;
  /** Returns the error for the faulty line; `line` is its number. */
  errorAt(line: number): InputError | Promise<InputError>;
}

export async function createDecoding(file: string, encoding: string): Promise<TextDecoding> {
  return encoding === UTF8 ? createUtf8Check(file) : await createForeignDecoding(file, encoding);
}

/** The numbers of bytes that are kept to suggest an encoding: from the beginning, and from the first faulty line. */
const [HEAD_BYTES, FAULTY_BYTES] = [4096, 64 * 1024];
const [NO_BYTES, LINE_BREAK] = [Buffer.alloc(0), Buffer.from('\n')];

/** Passes on UTF-8 as it is, in whole characters, and stops before the first line that is not UTF-8. */
function createUtf8Check(file: string): TextDecoding {
  let tail: Buffer = Buffer.alloc(0);
  let [head, faulty]: [Buffer | undefined, Buffer] = [undefined, tail];
  const take = (bytes: Buffer): TextPiece => {
    // A header in these bytes shows which columns have names.
    head ??= Buffer.from(bytes.subarray(0, HEAD_BYTES));
    const piece = check(bytes);
    if (!piece.isValid) faulty = bytes.subarray(piece.bytes.length, piece.bytes.length + FAULTY_BYTES);
    return piece;
  };
  return {
    push(chunk) {
      const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk]);
      const whole = bytes.length - cutCharacterBytes(bytes);
      tail = bytes.subarray(whole);
      return take(bytes.subarray(0, whole));
    },
    end: () => take(tail),
    errorAt: async (line) => {
      const likely = await likelyEncodings(Buffer.concat([head ?? NO_BYTES, LINE_BREAK, faulty]));
      const [first] = likely;
      const example = `name its encoding${first === undefined ? '' : `, for example --encoding ${first.encoding}`}`;
      const read = likely.length === 0 ? '' : ` It may be ${eitherOf(likely.map(describeEncoding))}.`;
      const hint = `Save the file as UTF-8, or ${example}.${read}`;
      return new InputError({ file, line }, 'this line holds bytes that are not valid UTF-8', { hint });
    },
  };
}

function check(bytes: Buffer): TextPiece {
  if (isUtf8(bytes)) return { bytes, isValid: true };
  return { bytes: bytes.subarray(0, faultyLineStart(bytes)), isValid: false };
}

/** Returns the number of bytes at the end that belong to an incomplete character. */
function cutCharacterBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < characterBytes(byte) ? back : 0;
  }
  return 0;
}

function characterBytes(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
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

/**
 * Converts text in another encoding to UTF-8, and stops before the first line that is not valid in this encoding. Bytes
 * at the end that are no whole character make the last line faulty.
 */
async function createForeignDecoding(file: string, encoding: string): Promise<TextDecoding> {
  // Loaded only here: the library has large tables, and most files are UTF-8.
  const { default: iconv } = await import('iconv-lite');
  if (!iconv.encodingExists(encoding)) throw new TypeError(`unchecked encoding name: ${encoding}`);
  const decoder = iconv.getDecoder(encoding, { stripBOM: false });
  const firstFault = isUnicode(encoding) ? firstLoneSurrogate : firstReplacement;
  const write = /^mac/i.test(encoding)
    ? (chunk: Buffer) => decoder.write(chunk).replaceAll(CURRENCY_SIGN, EURO_SIGN)
    : (chunk: Buffer) => decoder.write(chunk);
  const unit = unitBytes(encoding);
  let length = 0;
  let rest = '';
  return {
    push(chunk) {
      length += chunk.length;
      const text = rest + write(chunk);
      const whole = endsInHalfPair(text) ? text.length - 1 : text.length;
      rest = text.slice(whole);
      return encode(text.slice(0, whole), firstFault);
    },
    end: () => {
      const last = decoder.end() ?? '';
      const isCut = length % unit !== 0 || last.includes(REPLACEMENT);
      return isCut ? { bytes: NO_BYTES, isValid: false } : encode(rest + last, firstFault);
    },
    errorAt: (line) =>
      new InputError({ file, line }, `this line holds bytes that are not valid ${encoding}`, {
        hint: 'Name the encoding in which the file was saved with --encoding, or save it as UTF-8.',
      }),
  };
}

/** The number of bytes of the shortest character. Each other character has a multiple of it. */
function unitBytes(encoding: string): number {
  if (/^(?:utf-?32|ucs-?4)/i.test(encoding)) return 4;
  return /^(?:utf-?16|ucs-?2)/i.test(encoding) ? 2 : 1;
}

function encode(text: string, firstFault: (text: string) => number): TextPiece {
  const at = firstFault(text);
  if (at === -1) return { bytes: Buffer.from(text), isValid: true };
  return { bytes: Buffer.from(text.slice(0, lineStart(text, at))), isValid: false };
}

/** Whether an encoding is a form of Unicode: only these can encode a replacement character. */
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
