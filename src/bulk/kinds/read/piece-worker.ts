/** The program of a thread that checks pieces. It receives the table at its start, and one piece with each message. */
import { parentPort, workerData } from 'node:worker_threads';
import { release } from '../../../base/bytes/released.ts';
import type { ConversionOptions } from '../../../input/values/conversion.ts';
import { openTimeZone } from '../../../input/values/time-zone.ts';
import type { Wanted } from '../../../model/draft.ts';
import { type PackedPiece, unpackPiece } from '../../pieces/packed-piece.ts';
import { checkPiece, type PieceResult, type TableHead } from '../../pieces/piece-check.ts';
import type { DraftOptions } from '../kind.ts';
import { KINDS } from '../kinds.ts';
import type { KindName } from '../names.ts';
import { createTableCheck } from './table-check.ts';

/** The data with which a thread starts. It must be plain: threads exchange copies of it. */
export interface WorkerTask {
  readonly kind: KindName;
  readonly table: TableHead;
  readonly wanted: Wanted;
  readonly zone: string | undefined;
  readonly options: Omit<DraftOptions, keyof ConversionOptions | 'candidates'> &
    Pick<ConversionOptions, 'fix' | 'dateFormat'>;
}

/** The port keeps pieces that arrive before the check is ready. */
async function start({ kind, table, wanted, zone, options }: WorkerTask): Promise<void> {
  const conversion = { zone: zone === undefined ? undefined : await openTimeZone(zone) };
  const check = createTableCheck(KINDS[kind], table, { ...options, ...conversion });
  parentPort?.on('message', (piece: PackedPiece) => {
    const checked = check && checkPiece(table, check, unpackPiece(piece), wanted);
    // No result: the main thread then reads the piece again and throws the error itself.
    const result = checked !== undefined && checked.fault === undefined ? checked.result : undefined;
    parentPort?.postMessage(result, result && buffersOf(result));
    release(piece.bytes);
    release(piece.records);
  });
}

/** Returns the buffers that are transferred to the other thread and not copied. */
function buffersOf({ places, notes, valid }: PieceResult): ArrayBuffer[] {
  return [places, notes, ...(valid === undefined ? [] : [valid.bytes, valid.numbers])].map(({ buffer }) => buffer);
}

void start(workerData as WorkerTask);
