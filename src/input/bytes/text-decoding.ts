import type { InputError } from '../../errors.ts';

/** Text as valid UTF-8 that never ends within a character. If not all of it fits, these are the lines that do. */
export interface TextPiece {
  readonly bytes: Buffer;
  readonly fits: boolean;
}

/** Turns the bytes of a file into text, chunk by chunk. */
export interface TextDecoding {
  push(chunk: Buffer): TextPiece;
  end(): TextPiece;
  /** The error for a line that does not fit. */
  misfit(line: number): InputError;
}
