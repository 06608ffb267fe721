/** Threads that check pieces. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { TablePiece } from '../../../input/port.ts';
import { packPiece } from './packed-piece.ts';
import type { PieceResult } from './piece-check.ts';
import type { WorkerTask } from './worker.ts';

export interface PieceWorkers {
  /** The result, or `undefined` where the thread could not tell; nothing at once where all threads have enough to do. */
  take(piece: TablePiece): Promise<PieceResult | undefined> | undefined;
  close(): Promise<void>;
}

/** Beyond these, cutting the file into pieces takes longer than checking them. */
const MAX_THREADS = 7;

/** One that a thread works on, and some that wait for it. */
const PIECES_OF_THREAD = 4;

/** What a thread makes of a piece is soon let go: with more room it would only let it lie. */
const YOUNG_MB = 16;

/** The program of a thread stands beside the chunks of this one; without it all is done on this thread. */
const PROGRAM = new URL('../piece-worker.cjs', import.meta.url);

/** As many threads as there are processors, this one among them. */
export function startWorkers(task: WorkerTask): PieceWorkers {
  const count = existsSync(fileURLToPath(PROGRAM)) ? Math.min(availableParallelism() - 1, MAX_THREADS) : 0;
  return poolOf(Array.from({ length: Math.max(count, 0) }).flatMap(() => startThread(task)));
}

/** A system that allows no more threads leaves the work to those that there are. */
function startThread(task: WorkerTask): Worker[] {
  try {
    return [new Worker(PROGRAM, { workerData: task, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } })];
  } catch {
    return [];
  }
}

type Answer = (result: PieceResult | undefined) => void;

export function poolOf(workers: readonly Worker[]): PieceWorkers {
  const threads = workers.map((worker) => {
    const waiting: Answer[] = [];
    let works = true;
    // What a thread that failed was to do is done here.
    const giveUp = () => {
      works = false;
      for (const answer of waiting.splice(0)) answer(undefined);
    };
    worker.on('message', (result: PieceResult | undefined) => waiting.shift()?.(result));
    worker.on('error', giveUp);
    worker.on('exit', giveUp);
    return { worker, waiting, isFree: () => works && waiting.length < PIECES_OF_THREAD };
  });
  return {
    take: (piece) => {
      const free = threads.filter(({ isFree }) => isFree()).sort((a, b) => a.waiting.length - b.waiting.length)[0];
      if (free === undefined) return undefined;
      const packed = packPiece(piece);
      free.worker.postMessage(packed, [packed.bytes.buffer, packed.records.buffer]);
      return new Promise((answer) => free.waiting.push(answer));
    },
    close: async () => {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}
