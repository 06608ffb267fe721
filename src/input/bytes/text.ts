import type { ReadingOptions } from '../port.ts';
import { type Chunks, emptyFileError, type Source } from '../source.ts';
import { decode } from './decoding.ts';
import { type EncodingChoice, findEncoding, UTF8 } from './encoding.ts';
import { CR, LF } from './record-cutter.ts';
import { notTextError, refuseOtherText } from './signature.ts';

export interface Text extends Chunks {
  readonly file: string;
  readonly encoding: string;
  /** The number of physical lines; `undefined` before the end is read. */
  readonly lines: number | undefined;
}

type EncodingOptions = Pick<ReadingOptions, 'encoding'>;

/**
 * Returns the text of a source in chunks of valid UTF-8 that are never empty, without the byte order mark.
 */
export async function readText(source: Source, options: EncodingOptions): Promise<Text> {
  const { file } = source;
  const { encoding, bomBytes } = await chooseEncoding(source, options);
  const counter = new LineCounter();
  const decoded = decode({ file, encoding, chunks: chunksOf(source, bomBytes), line: () => counter.line });
  const text = checkedText(file, decoded, counter);
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

/** Returns the beginning of a source. The next read begins with the same bytes. */
export async function peekText(source: Source, options: EncodingOptions): Promise<string> {
  const { encoding, bomBytes } = await chooseEncoding(source, options);
  const head = (await source.head()).subarray(bomBytes);
  return encoding === UTF8 ? head.toString() : (await import('iconv-lite')).default.decode(head, encoding);
}

/** Chooses the encoding of a file that is a text. */
async function chooseEncoding(source: Source, { encoding }: EncodingOptions): Promise<EncodingChoice> {
  const head = await source.head();
  refuseOtherText(source.file, head);
  const choice = findEncoding(source.file, head, encoding);
  if (head.length === choice.bomBytes) throw emptyFileError(source.file);
  return choice;
}

async function* chunksOf(source: Source, bomBytes: number): AsyncGenerator<Buffer> {
  yield ((await source.next()) ?? Buffer.alloc(0)).subarray(bomBytes);
  for (let chunk = await source.next(); chunk !== undefined; chunk = await source.next()) yield chunk;
}

/** Yields all text before a NUL byte, and then throws. Returns the number of lines. */
async function* checkedText(
  file: string,
  pieces: AsyncIterable<Buffer>,
  counter: LineCounter,
): AsyncGenerator<Buffer, number | undefined> {
  for await (const bytes of pieces) {
    const nul = bytes.indexOf(0);
    const text = nul === -1 ? bytes : bytes.subarray(0, nul);
    counter.advance(text);
    if (text.length > 0) yield text;
    if (nul !== -1) throw notTextError(file, counter.line);
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
