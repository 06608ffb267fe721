import { InputError } from '../../errors.ts';
import type { Chunks } from '../batch.ts';
import { chooseEncoding, UTF8 } from './encoding.ts';
import { createForeignDecoding } from './foreign-text.ts';
import { LineCounter } from './line-counter.ts';
import { notTextError, refuseKnownBinary } from './signature.ts';
import type { Source } from '../source.ts';
import type { TextDecoding, TextPiece } from './text-decoding.ts';
import { createUtf8Check } from './utf8-text.ts';

/** The number of bytes that are read before encoding and format are chosen. */
const HEAD_BYTES = 4096;

const BOM = Buffer.from('\ufeff');

export interface Text extends Chunks {
  /** In which its bytes are written. */
  readonly encoding: string;
  /** How many physical lines it has; known at its end. */
  readonly lines: number | undefined;
}

/** The text of a source without its byte order mark, in chunks of valid UTF-8, none of them empty. */
export async function readText(source: Source, encodingName: string | undefined): Promise<Text> {
  const head = await readHead(source);
  refuseKnownBinary(source.file, head);
  const { encoding, bomBytes } = chooseEncoding(source.file, head, encodingName);
  const decoding =
    encoding === UTF8 ? createUtf8Check(source.file) : await createForeignDecoding(source.file, encoding);
  const text = checkedText(source.file, decode(source, head.subarray(bomBytes), decoding), decoding);
  let lines: number | undefined;
  return {
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

async function readHead(source: Source): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let bytes = 0; bytes < HEAD_BYTES; ) {
    const chunk = await source.next();
    if (chunk === undefined) break;
    parts.push(chunk);
    bytes += chunk.length;
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}

async function* decode(source: Source, head: Buffer, decoding: TextDecoding): AsyncGenerator<TextPiece> {
  const first = decoding.push(head);
  if (first.bytes.subarray(0, BOM.length).equals(BOM)) {
    throw new InputError({ file: source.file, line: 1 }, 'the file begins with two byte order marks', {
      hint: 'Save the file again as "UTF-8" in a text editor.',
    });
  }
  yield first;
  for (let chunk = await source.next(); chunk !== undefined; chunk = await source.next()) yield decoding.push(chunk);
  yield decoding.end();
}

/**
 * Passes the lines before a fault on before it throws: what was right so far does not depend on the cut of chunks.
 * Returns how many lines there were.
 */
async function* checkedText(
  file: string,
  pieces: AsyncGenerator<TextPiece>,
  decoding: TextDecoding,
): AsyncGenerator<Buffer, number | undefined> {
  const lines = new LineCounter();
  for await (const { bytes, fits } of pieces) {
    const nul = bytes.indexOf(0);
    const text = nul === -1 ? bytes : bytes.subarray(0, nul);
    lines.advance(text);
    if (text.length > 0) yield text;
    if (nul !== -1) throw notTextError(file, lines.line);
    if (!fits) throw decoding.misfit(lines.line);
  }
  return lines.count;
}
