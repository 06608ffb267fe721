/**
 * Several worker processes that serve one port of this machine. The primary process starts them, replaces workers that
 * ended by themselves, and adds up the metrics of all. It stops them with messages, not with signals: the user's Ctrl-C
 * may have signalled them already, and a second signal would end them at once. A worker that does not end in time is
 * killed, so that the primary ends in whatever state its workers are.
 */
import cluster, { type Worker } from 'node:cluster';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { addUpMetrics } from '../../server/operate/metrics.ts';

/** The address of a worker. */
export interface Listening {
  readonly url: string;
  readonly port: number;
}

/** The figures of a process are the values of its metrics. A question for them has a number, which the answer repeats. */
type ToPrimary =
  | { readonly listening: Listening }
  | { readonly allWanted: number }
  | { readonly figuresOf: number; readonly values: readonly object[] };
type ToWorker =
  | { readonly stop: true }
  | { readonly allOf: number; readonly text: string }
  | { readonly figuresWanted: number };

const RESTART_DELAY_MS = 1_000;
/** The time that a worker has to tell its figures. Those of a worker that is stuck are left out. */
const FIGURES_DEADLINE_MS = 2_000;
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
  const workers = new Set<Started>();
  const metrics = async () => addUpMetrics(await Promise.all([...workers].map((worker) => worker.figures())));
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
  /** None of a worker that does not listen yet. */
  figures(): Promise<readonly object[]>;
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
  const questions = createQuestions<readonly object[]>((id) => sendTo(worker, { figuresWanted: id }));
  const listening = new Promise<Listening>((resolve) => {
    worker.on('message', (message: ToPrimary) => {
      if (typeof message !== 'object') return;
      if ('allWanted' in message) void sendMetrics(worker, message.allWanted, metrics);
      if ('figuresOf' in message) questions.answer(message.figuresOf, message.values);
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
    figures: async () => {
      if (!isListening) return [];
      const none = [ended, sleep(FIGURES_DEADLINE_MS, undefined, { ref: false })].map((end) => end.then(() => []));
      return Promise.race([questions.ask(), ...none]);
    },
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

async function sendMetrics(worker: Worker, id: number, read: () => Promise<string>): Promise<void> {
  const text = await read().catch(() => '');
  sendTo(worker, { allOf: id, text });
}

function sendTo(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}

/** Asks another process, and finds the question of each answer. */
function createQuestions<Answer>(send: (id: number) => void) {
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  return {
    ask(): Promise<Answer> {
      last += 1;
      const id = last;
      return new Promise<Answer>((resolve) => {
        waiting.set(id, resolve);
        send(id);
      }).finally(() => waiting.delete(id));
    },
    answer: (id: number, answer: Answer) => waiting.get(id)?.(answer),
  };
}

export type WorkerChannel = NonNullable<ReturnType<typeof workerChannel>>;

/** The channel of a worker to the primary process; `undefined` in a process that is no worker. */
export function workerChannel() {
  if (!cluster.isWorker) return undefined;
  // Messages keep this process alive until `close`.
  process.channel?.ref();
  // The primary may be gone. The end of the channel then ends this process, and messages that come too late say nothing.
  process.on('error', () => undefined);
  const send = (message: ToPrimary) => void process.send?.(message);
  const stop = new AbortController();
  const questions = createQuestions<string>((id) => send({ allWanted: id }));
  let figures: () => Promise<readonly object[]> = async () => [];
  process.on('message', (message: ToWorker) => {
    if (typeof message !== 'object' || message === null) return;
    if ('stop' in message) stop.abort('SIGTERM');
    else if ('allOf' in message) questions.answer(message.allOf, message.text);
    else if ('figuresWanted' in message)
      void figures().then((values) => send({ figuresOf: message.figuresWanted, values }));
  });
  return {
    stopSignal: stop.signal,
    reportListening: (listening: Listening) => send({ listening }),
    shareFigures: (read: typeof figures) => {
      figures = read;
    },
    /** The metrics of all processes. */
    metrics: questions.ask,
    /** Lets the process end. To disconnect the channel would end it at once with exit code 0. */
    close: () => process.channel?.unref(),
  };
}
