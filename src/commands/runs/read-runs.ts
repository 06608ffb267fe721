/** Reads records of runs for the commands that show them. */
import type { Environment } from '../../output/terminal-facts.ts';
import { listRunIds, recordPath } from '../../provision/records/list-records.ts';
import { type RecordState, readRunRecord } from '../../provision/records/read-record.ts';
import { runsFolder } from '../run-records.ts';

export interface RunSummary {
  readonly run: string;
  readonly command: string;
  readonly target: string;
  readonly intended: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly unknown: number;
  readonly open: number;
  /** The exit code, or "no" for a run that was cut short. */
  readonly ended: number | string;
}

export async function listRuns(env: Environment): Promise<RunSummary[]> {
  const folder = runsFolder(env);
  const summaries: RunSummary[] = [];
  for (const run of await listRunIds(folder)) {
    // A record that a crash cut in its first line says nothing of a run.
    const state = await readRunRecord(recordPath(folder, run)).catch(() => undefined);
    if (state !== undefined) summaries.push(summariseRun(state));
  }
  return summaries;
}

export function readRun(env: Environment, run: string): Promise<RecordState> {
  return readRunRecord(recordPath(runsFolder(env), run));
}

export function summariseRun({ header, intents, counts, ended }: RecordState): RunSummary {
  const { run, command, target } = header;
  return { run, command, target: target.where, intended: intents, ...counts, ended: ended?.exitCode ?? 'no' };
}
