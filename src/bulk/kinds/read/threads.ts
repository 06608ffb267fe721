/**
 * Reads the rows of a large CSV file on another thread too. Both threads run the same functions. The other thread returns
 * the values of rows without findings; this thread reads all other rows.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { rowsIn } from '../../../input/csv/cells.ts';
import { rowsOf } from '../../../input/csv/piece-rows.ts';
import type { NamedMapping } from '../../../input/mapping/compile-mapping.ts';
import type { CsvPiece, Input } from '../../../input/port.ts';
import type { DraftOptions, Kind } from '../kind.ts';
import { KIND_NAMES } from '../names.ts';
import type { PieceAnswer, WorkerTask } from './piece-worker.ts';

/** A smaller file is read before another thread has started. */
const LARGE_BYTES = 1_000_000;
/** The number of pieces that wait for the other thread, and of all pieces that are read ahead. */
const [WAITING, AHEAD] = [3, 6];

/** The objects of a piece are soon garbage: with more memory the thread would only collect them later. */
const YOUNG_MB = 32;

/** The program of the thread, in the folder of the bundle. Without it, this thread reads all rows. */
const PROGRAM = new URL('../piece-worker.cjs', import.meta.url);

/** Returns a large CSV file with rows that come from two threads; any other input as it is. */
export function onThreads(kind: Kind<unknown>, input: Input, options: DraftOptions): Input {
  const name = KIND_NAMES.find((known) => known === kind.words.many);
  if (input.kind !== 'table' || input.pieces === undefined || name === undefined) return input;
  const isLarge = (input.bytes ?? 0) >= LARGE_BYTES && availableParallelism() > 1 && existsSync(fileURLToPath(PROGRAM));
  if (!isLarge || options.candidates !== undefined) return input;
  const { file, header, delimiter, pieces } = input;
  const { zone, candidates, defaults, described, onDateTime, onAdviceText, onUnread, ...plain } = options;
  const task: WorkerTask = {
    kind: name,
    table: { file, header, delimiter },
    zone: zone?.name,
    described: plainOf(described),
    options: plain,
  };
  const rows = rowsOf(readPieces(pieces, task, options), (piece) => rowsIn(file, piece, delimiter));
  return { ...input, pieces: undefined, rows };
}

/** Yields the pieces in their order. This thread reads a piece itself if enough others wait for the other thread. */
async function* readPieces(
  pieces: AsyncIterable<CsvPiece>,
  task: WorkerTask,
  options: DraftOptions,
): AsyncGenerator<CsvPiece> {
  const thread = startThread(task);
  const queue: { readonly piece: CsvPiece; readonly answer: Promise<PieceAnswer | undefined> | undefined }[] = [];
  const first = async (): Promise<CsvPiece[]> => {
    const next = queue.shift();
    if (next === undefined) return [];
    const { read, dateTimes = [], adviceTexts = [], unread = [] } = (await next.answer) ?? {};
    for (const dateTime of dateTimes) options.onDateTime?.(...dateTime);
    for (const text of adviceTexts) options.onAdviceText?.(...text);
    for (const text of unread) options.onUnread?.(...text);
    return [{ ...next.piece, read }];
  };
  try {
    for await (const piece of pieces) {
      // Answers arrive only while this thread waits. They make room for further pieces.
      await new Promise(setImmediate);
      queue.push({ piece, answer: thread.waiting() < WAITING ? thread.read(piece) : undefined });
      if (queue.length > AHEAD) yield* await first();
    }
    while (queue.length > 0) yield* await first();
  } finally {
    await thread.end();
  }
}

function plainOf(described: DraftOptions['described']): NamedMapping | undefined {
  return described && { name: described.name, mapping: described.mapping };
}

function startThread(task: WorkerTask) {
  // Small files are read without this module.
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const worker = new Worker(PROGRAM, { workerData: task, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
  const answers: ((answer: PieceAnswer | undefined) => void)[] = [];
  let isRunning = true;
  // This thread reads the pieces of a thread that failed.
  const giveUp = () => {
    isRunning = false;
    for (const answer of answers.splice(0)) answer(undefined);
  };
  worker.on('message', (json: string) => answers.shift()?.(JSON.parse(json)));
  worker.on('error', giveUp);
  worker.on('exit', giveUp);
  return {
    waiting: () => answers.length,
    read: ({ bytes, records, before }: CsvPiece): Promise<PieceAnswer | undefined> | undefined => {
      if (!isRunning) return undefined;
      const copy = Uint8Array.from(bytes);
      worker.postMessage({ bytes: copy, records, before }, [copy.buffer]);
      return new Promise((answer) => answers.push(answer));
    },
    end: () => worker.terminate(),
  };
}
