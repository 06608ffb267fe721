/** A pool of threads that check pieces. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { CsvPiece } from '../../input/port.ts';
import { packPiece } from './packed-piece.ts';
import type { PieceResult } from './piece-check.ts';

export interface PieceWorkers {
  /**
   * Hands a piece to a thread. Returns `undefined` if all threads are busy. The promise gives `undefined` if the thread
   * could not read the piece.
   */
  check(piece: CsvPiece): Promise<PieceResult | undefined> | undefined;
  close(): Promise<void>;
}

/** With more threads, to cut the file into pieces takes longer than to check them. */
const MAX_THREADS = 7;

/** The piece that a thread checks, and those that wait for it. */
const PIECES_OF_THREAD = 4;

/** The objects of a piece are soon garbage. With more memory a thread would only collect them later. */
const YOUNG_MB = 16;

/** The program of a thread, in the folder of the bundle. Without it, this thread checks all pieces. */
const PROGRAM = new URL('../piece-worker.cjs', import.meta.url);

/** Starts a thread for each processor but one: this thread uses that one. The task is plain data. */
export function startWorkers(task: object): PieceWorkers {
  const count = existsSync(fileURLToPath(PROGRAM)) ? Math.min(availableParallelism() - 1, MAX_THREADS) : 0;
  return poolOf(Array.from({ length: Math.max(count, 0) }).flatMap(() => startThread(task)));
}

/** If the system allows no more threads, the existing threads do the work. */
function startThread(task: object): Worker[] {
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
    let isRunning = true;
    // This thread checks the pieces of a thread that failed.
    const giveUp = () => {
      isRunning = false;
      for (const answer of waiting.splice(0)) answer(undefined);
    };
    worker.on('message', (result: PieceResult | undefined) => waiting.shift()?.(result));
    worker.on('error', giveUp);
    worker.on('exit', giveUp);
    return { worker, waiting, isFree: () => isRunning && waiting.length < PIECES_OF_THREAD };
  });
  return {
    check: (piece) => {
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
