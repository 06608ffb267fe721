/**
 * Several worker processes that serve one port of this machine. The primary process starts them, replaces workers that
 * ended by themselves, and adds up the metrics of all. It stops them with messages, not with signals: the user's Ctrl-C
 * may have signalled them already, and a second signal would end them at once.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSharedMetrics } from '../../server/operate/metrics.ts';

/** The address of a worker. */
export interface Listening {
  readonly url: string;
  readonly port: number;
}

/** A question for the metrics has a number, which the answer repeats. The library of the metrics sends a key `metrics`. */
type ToPrimary = { readonly listening: Listening } | { readonly question: number };
type ToWorker = { readonly stop: true } | { readonly question: number; readonly text: string };

const RESTART_DELAY_MS = 1_000;

interface Supervision {
  readonly count: number;
  readonly signal: AbortSignal;
  /** Called once all workers listen. */
  readonly onListening: (where: Listening) => Promise<void>;
  readonly onWarning: (message: string) => void;
}

/**
 * Resolves when all workers have ended. Returns 0, or the exit code of the first worker if it could not start; that
 * worker has reported the reason.
 */
export async function superviseWorkers({ count, signal, onListening, onWarning }: Supervision): Promise<number> {
  const metrics = createSharedMetrics();
  const running = new Set<Promise<void>>();
  const start = async (): Promise<Listening | number> => {
    const worker = cluster.fork();
    worker.on('message', (message: ToPrimary) => {
      if (typeof message === 'object' && 'question' in message) void sendMetrics(worker, message.question, metrics);
    });
    const first = await firstReplyOf(worker);
    if (typeof first === 'number') return first;
    const life = once(worker, 'exit').then(async ([code, killedBy]) => {
      if (signal.aborted) return;
      const cause = typeof killedBy === 'string' ? `was killed by ${killedBy}` : `ended with ${code}`;
      onWarning(`A worker ${cause}, and another one is started.`);
      await sleep(RESTART_DELAY_MS, undefined, { signal }).catch(() => undefined);
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

/** Waits until a worker listens. Returns its address, or its exit code if it ends first. */
function firstReplyOf(worker: Worker): Promise<Listening | number> {
  const listening = new Promise<Listening>((resolve) => {
    worker.on('message', (message: ToPrimary) => {
      if (typeof message === 'object' && 'listening' in message) resolve(message.listening);
    });
  });
  return Promise.race([listening, exitCodeOf(worker)]);
}

async function exitCodeOf(worker: Worker): Promise<number> {
  const [code] = (await once(worker, 'exit')) as [number | null];
  return code ?? 1;
}

async function sendMetrics(worker: Worker, question: number, read: () => Promise<string>): Promise<void> {
  const text = await read().catch(() => '');
  sendTo(worker, { question, text });
}

/** The channel of a worker to the primary process; `undefined` in a process that is no worker. */
export function workerChannel() {
  if (!cluster.isWorker) return undefined;
  const stop = new AbortController();
  const waiting = new Map<number, (text: string) => void>();
  let last = 0;
  process.on('message', (message: ToWorker) => {
    if (typeof message !== 'object' || message === null) return;
    if ('stop' in message) stop.abort('SIGTERM');
    else if ('text' in message) waiting.get(message.question)?.(message.text);
  });
  return {
    stopSignal: stop.signal,
    reportListening: (listening: Listening) => void process.send?.({ listening } satisfies ToPrimary),
    /** The metrics of all processes. */
    metrics: (): Promise<string> => {
      last += 1;
      const id = last;
      return new Promise<string>((resolve) => {
        waiting.set(id, resolve);
        process.send?.({ question: id } satisfies ToPrimary);
      }).finally(() => waiting.delete(id));
    },
    /** Lets the process end. To disconnect the channel would end it at once with exit code 0. */
    close: () => process.channel?.unref(),
  };
}
