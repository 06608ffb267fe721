/**
 * Several processes that serve one port of this machine. The first one starts them, starts again those that ended by
 * themselves, and has the figures of all. They hear from it through node's channel, never by signals: a second signal would
 * end them at once.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSharedFigures } from '../../server/operate/figures.ts';

/** Where a worker listens. */
export interface Listening {
  readonly url: string;
  readonly port: number;
}

type ToPrimary = { readonly listening: Listening } | { readonly figures: number };
type ToWorker = { readonly stop: true } | { readonly figures: number; readonly text: string };

const AGAIN_AFTER_MS = 1_000;

interface Supervision {
  readonly count: number;
  readonly signal: AbortSignal;
  /** Called once all of them listen. */
  readonly onListening: (where: Listening) => Promise<void>;
  readonly onWarning: (message: string) => void;
}

/**
 * Settles when all workers have ended, with an exit code: 0, or that of the first one if it could not begin; it has said
 * why.
 */
export async function superviseWorkers({ count, signal, onListening, onWarning }: Supervision): Promise<number> {
  const figures = createSharedFigures();
  const running = new Set<Promise<void>>();
  const start = async (): Promise<Listening | number> => {
    const worker = cluster.fork();
    worker.on('message', (message: ToPrimary) => {
      if (typeof message === 'object' && 'figures' in message) void sendFigures(worker, message.figures, figures);
    });
    const first = await firstWordOf(worker);
    if (typeof first === 'number') return first;
    const life = exitCodeOf(worker).then(async (code) => {
      if (signal.aborted) return;
      onWarning(`A worker ended with ${code}, and another one is started.`);
      await sleep(AGAIN_AFTER_MS, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await start();
    });
    running.add(life);
    void life.finally(() => running.delete(life));
    return first;
  };
  signal.addEventListener('abort', stopAll, { once: true });
  const where = await start();
  if (typeof where === 'number') return where;
  await Promise.all(Array.from({ length: count - 1 }, start));
  await onListening(where);
  if (signal.aborted) stopAll();
  while (running.size > 0) await Promise.all(running);
  return 0;
}

function stopAll(): void {
  for (const worker of Object.values(cluster.workers ?? {})) sendTo(worker, { stop: true });
}

function sendTo(worker: Worker | undefined, message: ToWorker): void {
  if (worker?.isConnected()) worker.send(message);
}

/** Where it listens, or its exit code if it ends before. */
function firstWordOf(worker: Worker): Promise<Listening | number> {
  const word = new Promise<Listening>((resolve) => {
    worker.on('message', (message: ToPrimary) => {
      if (typeof message === 'object' && 'listening' in message) resolve(message.listening);
    });
  });
  return Promise.race([word, exitCodeOf(worker)]);
}

async function exitCodeOf(worker: Worker): Promise<number> {
  const [code] = (await once(worker, 'exit')) as [number | null];
  return code ?? 1;
}

async function sendFigures(worker: Worker, figures: number, read: () => Promise<string>): Promise<void> {
  const text = await read().catch(() => '');
  sendTo(worker, { figures, text });
}

/** What a worker says and hears; undefined in a process that is none. */
export function workerChannel() {
  if (!cluster.isWorker) return undefined;
  const stop = new AbortController();
  const waiting = new Map<number, (text: string) => void>();
  let last = 0;
  process.on('message', (message: ToWorker) => {
    if (typeof message !== 'object' || message === null) return;
    if ('stop' in message) stop.abort('SIGTERM');
    else if ('text' in message) waiting.get(message.figures)?.(message.text);
  });
  return {
    stopSignal: stop.signal,
    listens: (listening: Listening) => void process.send?.({ listening } satisfies ToPrimary),
    /** Those of all processes. */
    figures: (): Promise<string> => {
      last += 1;
      const id = last;
      return new Promise<string>((resolve) => {
        waiting.set(id, resolve);
        process.send?.({ figures: id } satisfies ToPrimary);
      }).finally(() => waiting.delete(id));
    },
    /** The channel would keep the process alive; to disconnect it would end the process at once, as if all were well. */
    close: () => process.channel?.unref(),
  };
}
