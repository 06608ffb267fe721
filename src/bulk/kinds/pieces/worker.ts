/** The program of a thread that checks pieces of a table: it is told once which table, and then gets piece after piece. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ConversionOptions } from '../../../input/values/conversion.ts';
import { openTimeZone } from '../../../input/values/time-zone.ts';
import type { DraftOptions } from '../kind.ts';
import { KINDS } from '../kinds.ts';
import type { KindName } from '../names.ts';
import { createTableCheck } from '../table-check.ts';
import { type PackedPiece, unpackPiece } from './packed-piece.ts';
import { checkPiece, type PieceResult, type TableHead, type Wanted } from './piece-check.ts';

/** All that a thread has to know. It goes from one thread to another as it is. */
export interface WorkerTask {
  readonly kind: KindName;
  readonly table: TableHead;
  readonly wanted: Wanted;
  readonly zone: string | undefined;
  readonly options: Omit<DraftOptions, keyof ConversionOptions | 'candidates'> &
    Pick<ConversionOptions, 'fix' | 'dateFormat'>;
}

/** Pieces that come before the check is there wait in the port. */
async function start({ kind, table, wanted, zone, options }: WorkerTask): Promise<void> {
  const conversion = { zone: zone === undefined ? undefined : await openTimeZone(zone) };
  const check = createTableCheck(KINDS[kind], table, { ...options, ...conversion });
  parentPort?.on('message', (piece: PackedPiece) => {
    const checked = check && checkPiece(table, check, unpackPiece(piece), wanted);
    // An error has no other form than that which the other thread gives it.
    const result = checked !== undefined && checked.fault === undefined ? checked.result : undefined;
    parentPort?.postMessage(result, result && buffersOf(result));
  });
}

/** They go to the other thread, and are not copied. */
function buffersOf({ places, notes, valid }: PieceResult): ArrayBuffer[] {
  return [places, notes, ...(valid === undefined ? [] : [valid.bytes, valid.numbers])].map(({ buffer }) => buffer);
}

void start(workerData as WorkerTask);
