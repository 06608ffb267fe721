/**
 * Several worker processes that serve one port of this machine. The primary process starts them, replaces workers that
 * ended by themselves, and adds up the metrics of all. It stops them with messages, not with signals: the user's Ctrl-C
 * may have signalled them already, and a second signal would end them at once. A worker that does not end in time is
 * killed, so that the primary ends in whatever state its workers are.
 */
import cluster, { type Worker } from 'node:cluster';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSharedMetrics, joinSharedMetrics } from '../../server/operate/metrics.ts';

/** The address of a worker. */
export interface Listening {
  readonly url: string;
  readonly port: number;
}

/** A question for the metrics has a number, which the answer repeats. The library of the metrics sends a key `metrics`. */
type ToPrimary = { readonly listening: Listening } | { readonly question: number };
type ToWorker = { readonly stop: true } | { readonly question: number; readonly text: string };

const RESTART_DELAY_MS = 1_000;
/** The time that a worker has to end if it does not listen, and so has no request. */
const STARTING_DEADLINE_MS = 1_000;

interface Supervision {
  readonly count: number;
  readonly signal: AbortSignal;
  /** The time that a worker has to finish its requests and to end. */
  readonly deadlineMs: number;
  /** Called once all workers listen. */
  readonly onListening: (where: Listening) => Promise<void>;
  readonly onWarning: (message: string) => void;
}

/**
 * Resolves when all workers have ended. Returns 0, or the exit code of a worker that could not start; that worker has
 * reported the reason. Once all have started, a worker that ends is replaced until the signal to stop: what it lacks may
 * come back.
 */
export async function superviseWorkers(supervision: Supervision): Promise<number> {
  const { count, signal, onListening, onWarning } = supervision;
  const team = createTeam(supervision);
  signal.addEventListener('abort', team.stop, { once: true });
  const lives: Promise<void>[] = [];
  let [left, code] = [count, 0];
  let where: Listening | undefined;
  const startNext = async (): Promise<void> => {
    left -= 1;
    if (team.isStopping()) return;
    const worker = team.start();
    const address = await worker.listening;
    where ??= address;
    if (address !== undefined) lives.push(keepWorking(team, worker, onWarning));
    else if (!team.isStopping()) {
      ({ code } = await worker.ended);
      team.stop();
    }
  };
  const startOthers = async (): Promise<void> => {
    while (left > 0) await startNext();
  };
  try {
    // One worker alone says what none of them can do.
    await startNext();
    await Promise.all(Array.from({ length: availableParallelism() }, startOthers));
    if (where !== undefined && !team.isStopping()) await onListening(where);
    await Promise.all(lives);
  } finally {
    team.stop();
    await Promise.all(lives);
  }
  return signal.aborted ? 0 : code;
}

/** Replaces a worker that ends, and also its replacement. */
async function keepWorking(team: Team, first: Started, onWarning: Supervision['onWarning']): Promise<void> {
  for (let worker = first; ; worker = team.start()) {
    const { cause } = await worker.ended;
    if (!team.isStopping()) {
      onWarning(`A worker ${cause}, and another one is started.`);
      await sleep(RESTART_DELAY_MS);
    }
    if (team.isStopping()) return;
  }
}

type Team = ReturnType<typeof createTeam>;

/** All workers that have not ended, whether they listen or not. */
function createTeam({ signal, deadlineMs, onWarning }: Supervision) {
  const metrics = createSharedMetrics();
  const workers = new Set<Started>();
  let isStopping = signal.aborted;
  const onLate = () => onWarning('A worker did not end in time and was killed.');
  return {
    isStopping: () => isStopping,
    start(): Started {
      const worker = startWorker(metrics);
      workers.add(worker);
      void worker.ended.then(() => workers.delete(worker));
      return worker;
    },
    stop(): void {
      if (!isStopping) for (const worker of workers) worker.stop(deadlineMs, onLate);
      isStopping = true;
    },
  };
}

interface End {
  readonly code: number;
  readonly cause: string;
}

interface Started {
  /** The address; `undefined` if the worker ends before it listens. */
  readonly listening: Promise<Listening | undefined>;
  /** Never rejects. */
  readonly ended: Promise<End>;
  stop(deadlineMs: number, onLate: () => void): void;
}

function startWorker(metrics: () => Promise<string>): Started {
  const worker = cluster.fork();
  let [isListening, isToStop] = [false, false];
  const ended = new Promise<End>((resolve) => {
    worker.once('exit', (code: number | null, killedBy: string | null) =>
      resolve({ code: code ?? 1, cause: killedBy ? `was killed by ${killedBy}` : `ended with ${code}` }),
    );
    // Without this listener, an error ends the primary. Those of the channel of a dying worker say less than its end.
    worker.on('error', ({ message }) => {
      if (worker.process.pid === undefined) resolve({ code: 1, cause: `could not be started (${message})` });
    });
  });
  const listening = new Promise<Listening>((resolve) => {
    worker.on('message', (message: ToPrimary) => {
      if (typeof message !== 'object') return;
      if ('question' in message) void sendMetrics(worker, message.question, metrics);
      if (!('listening' in message)) return;
      isListening = true;
      // A message that comes before the worker waits for messages is lost.
      if (isToStop) sendTo(worker, { stop: true });
      resolve(message.listening);
    });
  });
  return {
    listening: Promise.race([listening, ended.then(() => undefined)]),
    ended,
    stop(deadlineMs, onLate) {
      isToStop = true;
      sendTo(worker, { stop: true });
      const kill = () => worker.process.kill('SIGKILL');
      const timers = [
        setTimeout(() => isListening || kill(), STARTING_DEADLINE_MS),
        setTimeout(() => kill() && onLate(), deadlineMs),
      ];
      void ended.then(() => timers.forEach(clearTimeout));
    },
  };
}

async function sendMetrics(worker: Worker, question: number, read: () => Promise<string>): Promise<void> {
  const text = await read().catch(() => '');
  sendTo(worker, { question, text });
}

function sendTo(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}

/** The channel of a worker to the primary process; `undefined` in a process that is no worker. */
export function workerChannel() {
  if (!cluster.isWorker) return undefined;
  joinSharedMetrics();
  // Messages keep this process alive until `close`.
  process.channel?.ref();
  // The primary may be gone. The end of the channel then ends this process, and messages that come too late say nothing.
  process.on('error', () => undefined);
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
