/** Executes `runs list` and `runs show`. The state of a run is that of its record, and of the process that executes it. */

import { lstatSync } from 'node:fs';
import type { Environment } from '../../base/environment.ts';
import { EXIT_CODES } from '../../errors.ts';
import type { RecordResult } from '../../model/report.ts';
import { renderLongJson } from '../../output/formats/json.ts';
import { toReportedError } from '../../output/terminal/error-text.ts';
import { findRunId, listRunIds, recordPath } from '../../runs/record/list-records.ts';
import { type RecordEntry, type RecordState, readRunRecord, stateWord } from '../../runs/record/read-record.ts';
import { describeExecutor, whoExecutes } from '../../runs/record/run-lock.ts';
import type { Call } from '../options/call.ts';
import { describeApiError, presentRows } from '../options/present-result.ts';
import { runsFolder } from '../target/runs-there.ts';

export async function runList(call: Call): Promise<void> {
  const { context, output, global } = call;
  const runs = await listRuns(context.env, (message) => output.warn(message));
  if (global.format === 'table') return presentRows(call, SHOWN_COLUMNS, runs.map(shownRun));
  await presentRows(call, COLUMNS, runs);
}

/** The columns for programs. */
const COLUMNS = [
  ...(['run', 'command', 'input', 'target', 'intended', 'succeeded', 'failed'] as const),
  ...(['unknown', 'open', 'ended', 'at', 'state'] as const),
] as const satisfies readonly (keyof RunSummary)[];

/** The columns at a terminal: where they do not fit, those on the right are left out. */
const SHOWN_COLUMNS = ['run', 'state', 'done', 'begun (UTC)', 'command'] as const;

function shownRun({ run, state, succeeded, intended, at, command }: RunSummary) {
  const begun = at.slice(0, 'YYYY-MM-DDTHH:mm'.length).replace('T', ' ');
  return { run, state, done: `${succeeded}/${intended}`, 'begun (UTC)': begun, command };
}

export async function runShow(call: Call, run: string): Promise<void> {
  const { context, output, global } = call;
  const shown = await readNamedRun(context.env, run);
  const { state, executor } = shown;
  const records = state.entries.map((entry) => showRecord(entry, stateWord(entry)));
  if (global.format === 'json') {
    await output.data(renderLongJson({ schemaVersion: 1, ...summariseRun(shown), records }));
    return;
  }
  if (executor !== undefined) output.note(`Is being executed by ${describeExecutor(executor)}`);
  if (global.format === 'table' && records.length === 0) return output.print(describeEmpty(summariseRun(shown)));
  await presentRows(call, RECORD_COLUMNS, records.map(withReason));
}

/** The text for a run without a plan: it found nothing to change, or was cut short before its plan. */
function describeEmpty({ run, state }: Pick<RunSummary, 'run' | 'state'>): string {
  return state === 'done' ? `Run ${run} found nothing to change.\n` : `Run ${run} has no plan, and has sent nothing.\n`;
}

const RECORD_COLUMNS = ['key', 'file', 'line', 'action', 'outcome', 'reason'] as const;

interface ShownRecord extends Pick<RecordResult, 'key' | 'file' | 'line' | 'action' | 'errors'> {
  readonly outcome: string;
}

function showRecord({ key, file, line, action, last }: RecordEntry, outcome: string): ShownRecord {
  const errors = last?.outcome === 'unknown' ? [] : (last?.errors ?? []);
  return { key, file, line, action, outcome, errors };
}

/** The record with the errors of the platform in one cell. */
function withReason(record: ShownRecord) {
  return { ...record, line: record.line || null, reason: record.errors.map(describeApiError).join('; ') };
}

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
