/** Cuts a table into pieces at the borders between schedules: a piece has all rows of its schedules. */
import { joinBatches, partOf } from '../../input/bytes/record-cutter.ts';
import type { CsvPiece } from '../../input/port.ts';
import type { RowBlocks } from '../../input/schedules/row-blocks.ts';

/** The next piece may have more rows of the last schedule, so the rows of the last schedule wait for it. */
export async function* cutAtBlocks(pieces: AsyncIterable<CsvPiece>, blocks: RowBlocks): AsyncGenerator<CsvPiece> {
  let waiting: CsvPiece[] = [];
  for await (const piece of pieces) {
    const [first] = waiting;
    const isSame = first !== undefined && blocks.keyOf(first, 0) === blocks.keyOf(piece, 0);
    const start = startOfLastBlock(piece, blocks);
    if (start === 0) {
      if (!isSame && first !== undefined) yield joined(waiting);
      waiting = isSame ? [...waiting, piece] : [piece];
    } else {
      yield joined([...waiting, part(piece, 0, start)]);
      waiting = [part(piece, start, piece.records.length)];
    }
  }
  if (waiting.length > 0) yield joined(waiting);
}

/** Returns the index of the first row of the last schedule. */
function startOfLastBlock(piece: CsvPiece, { keyOf }: RowBlocks): number {
  let start = piece.records.length - 1;
  const key = keyOf(piece, start);
  while (start > 0 && keyOf(piece, start - 1) === key) start -= 1;
  return start;
}

function part(piece: CsvPiece, from: number, to: number): CsvPiece {
  return { ...partOf(piece, from, to), before: piece.before + from };
}

function joined(pieces: readonly CsvPiece[]): CsvPiece {
  return { ...joinBatches(pieces), before: pieces[0]?.before ?? 0 };
}
