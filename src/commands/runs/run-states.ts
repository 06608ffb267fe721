/** The states of runs, from their records and from the processes that execute them. */
import { lstatSync } from 'node:fs';
import type { Environment } from '../../base/environment.ts';
import { EXIT_CODES } from '../../errors.ts';
import { toReportedError } from '../../output/terminal/error-text.ts';
import { findRunId, listRunIds, recordPath } from '../../runs/record/list-records.ts';
import { type RecordState, readRunRecord } from '../../runs/record/read-record.ts';
import { whoExecutes } from '../../runs/record/run-lock.ts';
import { runsFolder } from '../target/runs-there.ts';

export interface RunSummary {
  readonly run: string;
  readonly command: string;
  /** The input files; null if the input cannot be read again. */
  readonly input: string | null;
  readonly target: string;
  readonly intended: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly unknown: number;
  readonly open: number;
  /** The exit code, "running", or null for a run that was cut short. */
  readonly ended: number | 'running' | null;
  /** The time of the beginning, in UTC. */
  readonly at: string;
  /** The state of the run in one word. */
  readonly state: RunState;
}

/** `ended` means that the run stopped with an error when it had nothing left to do. */
type RunState = 'running' | 'cut short' | 'failed' | 'unknown' | 'open' | 'ended' | 'done';

/** A run as read from disk. Another process may still be executing it. */
interface ShownRun {
  readonly state: RecordState;
  /** The process that executes the run right now. */
  readonly executor: ReturnType<typeof whoExecutes>;
}

/** The newest first. `warn` receives a message for each record that cannot be read. */
export async function listRuns(env: Environment, warn: (message: string) => void): Promise<RunSummary[]> {
  const folder = runsFolder(env);
  const summaries: RunSummary[] = [];
  for (const run of await listRunIds(folder)) {
    const shown = await readRun(env, run).catch((error: unknown) => {
      // A record that was removed since it was listed is not reported.
      if (lstatSync(recordPath(folder, run), { throwIfNoEntry: false }) !== undefined)
        warn(toReportedError(error).message);
      return undefined;
    });
    if (shown !== undefined) summaries.push(summariseRun(shown));
  }
  return summaries;
}

/** `named` is an id, the beginning of one, or `latest`. */
export async function readNamedRun(env: Environment, named: string): Promise<ShownRun> {
  return readRun(env, await findRunId(runsFolder(env), named));
}

/** Needs the whole id. */
export async function readRun(env: Environment, run: string): Promise<ShownRun> {
  const path = recordPath(runsFolder(env), run);
  // The lock is read first: a run that ends between the two reads must not look as if it was cut short.
  const executor = whoExecutes(path);
  return { executor, state: await readRunRecord(path) };
}

export function summariseRun({ state, executor }: ShownRun): RunSummary {
  const { header, entries, counts, ended } = state;
  const { run, command, target, inputs, at } = header;
  const input = inputs?.map(({ file }) => file).join(', ') ?? null;
  const end = executor === undefined ? (ended?.exitCode ?? null) : 'running';
  return {
    run,
    command,
    input,
    target: target.where,
    intended: entries.length,
    ...counts,
    ended: end,
    at,
    state: stateOf(end, counts),
  };
}

function stateOf(end: RunSummary['ended'], { failed, unknown, open }: ShownRun['state']['counts']): RunState {
  if (end === 'running') return 'running';
  if (end === null) return 'cut short';
  if (open > 0) return 'open';
  if (unknown > 0) return 'unknown';
  if (failed > 0) return 'failed';
  // Rows that --skip-invalid left out make the exit code 4, and belong to no run.
  return end === EXIT_CODES.done || end === EXIT_CODES.recordsFailed ? 'done' : 'ended';
}
