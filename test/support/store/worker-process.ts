import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';

export interface WorkerTask {
  readonly do: 'increment' | 'open' | 'put' | 'close' | 'tryLock' | 'unlock' | 'lockRun' | 'releaseRun';
  /** The file of the run record. */
  readonly folder: string;
  readonly id?: string;
  readonly times?: number;
  /** The time to begin, so that several workers begin at once. */
  readonly at?: number;
}

export interface WorkerAnswer {
  readonly result?: unknown;
  readonly error?: { readonly name: string; readonly message: string };
  /** A message before the result: an increment that was acknowledged. */
  readonly acknowledged?: number;
}

export interface Worker {
  readonly process: ChildProcess;
  /** Resolves with the answer of the task. Rejects if the process ends without one. */
  ask(task: WorkerTask): Promise<WorkerAnswer>;
  /** All increments that were acknowledged. */
  readonly acknowledged: number[];
}

/** Bundles the worker's script once for a test file, since some versions of Node cannot run TypeScript. */
export async function bundleWorker(folder: string): Promise<string> {
  const outfile = join(folder, 'worker.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./worker.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  return outfile;
}

/** Starts a worker, which ends with the test. */
export function startWorker(script: string): Worker {
  const worker = forkWorker(script);
  onTestFinished(() => void worker.process.kill('SIGKILL'));
  return worker;
}

/** Starts a worker, which the caller must end. */
export function forkWorker(script: string): Worker {
  const child = fork(script, { stdio: 'inherit' });
  const acknowledged: number[] = [];
  child.on('message', (answer: WorkerAnswer) => {
    if (answer.acknowledged !== undefined) acknowledged.push(answer.acknowledged);
  });
  const ask = async (task: WorkerTask) => {
    const answer = nextAnswer(child);
    child.send(task);
    return answer;
  };
  return { process: child, ask, acknowledged };
}

function nextAnswer(child: ChildProcess): Promise<WorkerAnswer> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('The worker died'));
    const onMessage = (answer: WorkerAnswer) => {
      if (answer.acknowledged !== undefined) return;
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(answer);
    };
    child.on('message', onMessage);
    child.once('exit', onExit);
  });
}

/** Returns the number of a process that has ended. */
export async function deadPid(): Promise<number> {
  const child = fork('-e', ['0'], { execArgv: ['-e', '0'], stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}
