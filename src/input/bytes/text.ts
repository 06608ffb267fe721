import { InputError } from '../../errors.ts';
import type { ReadingOptions } from '../port.ts';
import { type Chunks, emptyFileError, type Source } from '../source.ts';
import { createDecoding, type TextDecoding, type TextPiece } from './decoding.ts';
import { findEncoding, UTF8 } from './encoding.ts';
import { beginsAsUtf8, likelyEncodings } from './likely-encodings.ts';
import { CR, LF, NO_CR } from './line-ends.ts';
import { notTextError, refuseOtherText } from './signature.ts';

const BOM = Buffer.from('\ufeff');

/** The mark of UTF-8, read as windows-1252, Mac Roman, or in the code pages 850, 437, 1250 and 1251. */
const MISREAD_MARKS = ['ï»¿', 'Ôªø', '´╗┐', '∩╗┐', 'ď»ż', 'п»ї'].map((mark) => Buffer.from(mark));

export interface Text extends Chunks {
  readonly file: string;
  readonly encoding: string;
  /** The number of physical lines; `undefined` before the end is read. */
  readonly lines: number | undefined;
}

type EncodingOptions = Pick<ReadingOptions, 'encoding' | 'chooseEncoding'>;

/** Returns the text of a source without byte order mark and end mark, in chunks of valid UTF-8 that are never empty. */
export async function readText(source: Source, options: EncodingOptions): Promise<Text> {
  const { file } = source;
  const { encoding, bomBytes, decoding } = await openDecoding(source, options);
  const text = checkedText(file, withoutEndMark(decode(source, bomBytes, decoding)), decoding);
  let lines: number | undefined;
  return {
    file,
    encoding,
    get lines() {
      return lines;
    },
    next: async () => {
      const { done, value } = await text.next();
      if (!done) return value;
      lines ??= value;
      return undefined;
    },
    close: () => source.close(),
  };
}

/** Returns the first lines of a source, as far as they are valid. The source returns them again. */
export async function peekText(source: Source, options: EncodingOptions): Promise<string> {
  const { head, bomBytes, decoding } = await openDecoding(source, options);
  return decoding.push(head.subarray(bomBytes)).bytes.toString();
}

async function openDecoding(source: Source, { encoding: named, chooseEncoding }: EncodingOptions) {
  const head = await source.head();
  refuseOtherText(source.file, head);
  const found = findEncoding(source.file, head, named);
  const { bomBytes } = found;
  if (head.length === bomBytes) throw emptyFileError(source.file);
  const isUnsure = named === undefined && bomBytes === 0 && found.encoding === UTF8 && !beginsAsUtf8(head);
  const likely = isUnsure && chooseEncoding !== undefined ? await likelyEncodings(head) : [];
  const answer = likely.length === 0 ? undefined : await chooseEncoding?.(source.file, likely);
  const encoding = answer ?? found.encoding;
  return { head, encoding, bomBytes, decoding: await createDecoding(source.file, encoding) };
}

async function* decode(source: Source, bomBytes: number, decoding: TextDecoding): AsyncGenerator<TextPiece> {
  const head = (await source.next()) ?? Buffer.alloc(0);
  const first = decoding.push(head.subarray(bomBytes));
  if (first.bytes.subarray(0, BOM.length).equals(BOM)) {
    throw new InputError({ file: source.file, line: 1 }, 'the file begins with two byte order marks', {
      hint: 'Save the file again as "UTF-8" in a text editor.',
    });
  }
  const misread = MISREAD_MARKS.find((mark) => first.bytes.subarray(0, mark.length).equals(mark));
  if (misread !== undefined) {
    const problem = `the file begins with a byte order mark that was read in the wrong encoding (${misread.toString()})`;
    throw new InputError({ file: source.file, line: 1 }, problem, {
      hint: 'Other letters may be damaged too (é as Ã©). Open the original again, this time as UTF-8, and save it as UTF-8.',
    });
  }
  yield first;
  for (let chunk = await source.next(); chunk !== undefined; chunk = await source.next()) yield decoding.push(chunk);
  yield decoding.end();
}

/** Ctrl-Z, which DOS programs write after a text, once or until a block is full. */
const END_MARK = 0x1a;

/** Removes the end marks at the end of a text, and only there. */
async function* withoutEndMark(pieces: AsyncIterable<TextPiece>): AsyncGenerator<TextPiece> {
  let endMarks = 0;
  for await (const { bytes, fits } of pieces) {
    const end = bytes.findLastIndex((byte) => byte !== END_MARK) + 1;
    if (end > 0 || !fits) {
      const text = bytes.subarray(0, end);
      yield { bytes: endMarks === 0 ? text : Buffer.concat([Buffer.alloc(endMarks, END_MARK), text]), fits };
      endMarks = 0;
    }
    endMarks += bytes.length - end;
  }
}

/**
 * Yields all lines before a fault, and then throws, so that the result does not depend on the sizes of chunks. Returns
 * the number of lines.
 */
async function* checkedText(
  file: string,
  pieces: AsyncIterable<TextPiece>,
  decoding: TextDecoding,
): AsyncGenerator<Buffer, number | undefined> {
  const lines = new LineCounter();
  for await (const { bytes, fits } of pieces) {
    const nul = bytes.indexOf(0);
    const text = nul === -1 ? bytes : bytes.subarray(0, nul);
    lines.advance(text);
    if (text.length > 0) yield text;
    if (nul !== -1) throw notTextError(file, lines.line);
    if (!fits) throw await decoding.errorAt(lines.line);
  }
  return lines.count;
}

/**
 * Counts physical lines over chunks of UTF-8: LF, CR and CRLF each end one line, also when a chunk ends within CRLF.
 */
class LineCounter {
  /** The line of the next byte. */
  line = 1;
  #afterCr = false;
  #isAtStart = true;

  /** The number of lines so far. A line without a byte does not count. */
  get count(): number {
    return this.#isAtStart ? this.line - 1 : this.line;
  }

  advance(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (!this.#afterCr && !bytes.includes(CR)) {
      for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) this.line++;
      this.#isAtStart = bytes.at(-1) === LF;
      return;
    }
    let crAt = this.#afterCr ? -1 : NO_CR;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0;
      // Nearly every byte is greater than a line break.
      if (byte > CR) continue;
      if (byte === CR) crAt = i;
      if (byte === CR || (byte === LF && i !== crAt + 1)) this.line++;
    }
    this.#afterCr = crAt === bytes.length - 1;
    this.#isAtStart = this.#afterCr || bytes.at(-1) === LF;
  }
}
