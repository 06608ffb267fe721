/** The bytes of commits on their way to the file, so that what they say can be read before they are there. */
export interface Unwritten {
  add(offset: number, bytes: Buffer): void;
  /** Drops the bytes before this offset: they are in the file. */
  drop(before: number): void;
  /** The bytes at an offset; undefined where they are in the file. */
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
      if (offset < (pieces[0]?.offset ?? Number.POSITIVE_INFINITY)) return undefined;
      const piece = pieceAt(pieces, offset);
      return piece?.bytes.subarray(offset - piece.offset, offset - piece.offset + length);
    },
  };
}

/** Halves the pieces until the last one that begins at the offset or before it is left. */
function pieceAt(pieces: readonly Piece[], offset: number): Piece | undefined {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.offset ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}
