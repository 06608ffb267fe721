import { lastUpTo } from '../../../base/lists/sorted.ts';

/** The bytes of commits that are being written, so that they can be read before they are in the file. */
export interface Unwritten {
  add(offset: number, bytes: Buffer): void;
  /** Drops the bytes before this offset: they are in the file. */
  drop(before: number): void;
  /** The bytes at an offset; undefined if they are in the file. */
  find(offset: number, length: number): Buffer | undefined;
}

interface Piece {
  readonly offset: number;
  readonly bytes: Buffer;
}

export function createUnwritten(): Unwritten {
  let pieces: Piece[] = [];
  return {
    add: (offset, bytes) => {
      pieces.push({ offset, bytes });
    },
    drop: (before) => {
      pieces = pieces.filter(({ offset }) => offset >= before);
    },
    find: (offset, length) => {
      const piece = lastUpTo(pieces, offset, (one) => one.offset);
      return piece?.bytes.subarray(offset - piece.offset, offset - piece.offset + length);
    },
  };
}
