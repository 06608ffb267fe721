/** A piece of a table in the form in which threads exchange it: buffers are transferred, and objects would be copied. */
import type { CsvPiece } from '../../input/port.ts';

export interface PackedPiece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Three numbers for each record: its offset in the bytes, its first line, and how many lines it has. */
  readonly records: Uint32Array<ArrayBuffer>;
  readonly before: number;
}

const NUMBERS = 3;

/** Copies the bytes: the chunk that contains the piece must not be transferred. */
export function packPiece({ bytes, records, before }: CsvPiece): PackedPiece {
  const numbers = new Uint32Array(records.length * NUMBERS);
  let at = 0;
  for (const { start, line, lines } of records) {
    numbers[at] = start;
    numbers[at + 1] = line;
    numbers[at + 2] = lines;
    at += NUMBERS;
  }
  return { bytes: Uint8Array.from(bytes), records: numbers, before };
}

export function unpackPiece({ bytes, records: numbers, before }: PackedPiece): CsvPiece {
  const records: CsvPiece['records'][number][] = [];
  for (let at = 0; at < numbers.length; at += NUMBERS) {
    const [start = 0, line = 0, lines = 0] = [numbers[at], numbers[at + 1], numbers[at + 2]];
    records.push({ start, line, lines });
  }
  return { bytes: Buffer.from(bytes.buffer), records, before };
}
