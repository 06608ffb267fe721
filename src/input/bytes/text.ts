import { InputError } from '../../errors.ts';
import type { ReadingOptions } from '../port.ts';
import { type Chunks, emptyFileError, type Source } from '../source.ts';
import { createDecoding, type TextDecoding, type TextPiece } from './decoding.ts';
import { findEncoding } from './encoding.ts';
import { CR, LF } from './line-ends.ts';
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

type EncodingOptions = Pick<ReadingOptions, 'encoding'>;

/**
 * Returns the text of a source in chunks of valid UTF-8 that are never empty, without the byte order mark and without
 * Ctrl-Z at the end.
 */
export async function readText(source: Source, options: EncodingOptions): Promise<Text> {
  const { file } = source;
  const { encoding, bomBytes, decoding } = await chooseDecoding(source, options);
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

/** Returns the first lines of a source, as far as they are valid. The next read begins with the same bytes. */
export async function peekText(source: Source, options: EncodingOptions): Promise<string> {
  const { head, bomBytes, decoding } = await chooseDecoding(source, options);
  return decoding.push(head.subarray(bomBytes)).bytes.toString();
}

/** Chooses the encoding of a file that is a text. */
async function chooseDecoding(source: Source, { encoding: named }: EncodingOptions) {
  const head = await source.head();
  refuseOtherText(source.file, head);
  const { encoding, bomBytes } = findEncoding(source.file, head, named);
  if (head.length === bomBytes) throw emptyFileError(source.file);
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
    const problem = `the file begins with "${misread.toString()}": it was opened in the wrong encoding and saved again`;
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

/** Removes the end marks at the end of a text. One in the middle is text: it is held back until more text follows. */
async function* withoutEndMark(pieces: AsyncIterable<TextPiece>): AsyncGenerator<TextPiece> {
  let endMarks = 0;
  for await (const { bytes, isValid } of pieces) {
    const end = bytes.findLastIndex((byte) => byte !== END_MARK) + 1;
    if (end > 0 || !isValid) {
      const text = bytes.subarray(0, end);
      yield { bytes: endMarks === 0 ? text : Buffer.concat([Buffer.alloc(endMarks, END_MARK), text]), isValid };
      endMarks = 0;
    }
    endMarks += bytes.length - end;
  }
}

/**
 * Yields all text before a fault, and then throws, so that the result does not depend on the sizes of chunks. Returns
 * the number of lines.
 */
async function* checkedText(
  file: string,
  pieces: AsyncIterable<TextPiece>,
  decoding: TextDecoding,
): AsyncGenerator<Buffer, number | undefined> {
  const counter = new LineCounter();
  for await (const { bytes, isValid } of pieces) {
    const nul = bytes.indexOf(0);
    const text = nul === -1 ? bytes : bytes.subarray(0, nul);
    counter.advance(text);
    if (text.length > 0) yield text;
    if (nul !== -1) throw notTextError(file, counter.line);
    if (!isValid) throw await decoding.errorAt(counter.line);
  }
  return counter.count;
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
    let afterCr = this.#afterCr;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte === CR || (byte === LF && !afterCr)) this.line++;
      afterCr = byte === CR;
    }
    this.#afterCr = afterCr;
    this.#isAtStart = afterCr || bytes.at(-1) === LF;
  }
}
