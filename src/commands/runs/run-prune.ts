/** Deletes the records of old runs. Runs that may still be needed are kept and reported with the reason. */

import { counted } from '../../base/text/counted.ts';
import { exitCodeOf, RunLockedError } from '../../errors.ts';
import { removeFile } from '../../output/files/write-file.ts';
import { toReportedError } from '../../output/terminal/error-text.ts';
import { linksPath } from '../../runs/kept-links.ts';
import { secondOf, secondOfTime } from '../../runs/record/lines.ts';
import { listRunIds, recordPath } from '../../runs/record/list-records.ts';
import { lockRun } from '../../runs/record/run-lock.ts';
import type { Call } from '../options/call.ts';
import { confirmOrStop, prompterOrUsageError } from '../options/confirm.ts';
import { presentError, presentObject, resultObject } from '../options/present-result.ts';
import { runsFolder } from '../target/runs-there.ts';
import { readRun, summariseRun } from './run-list.ts';

export interface PruneFlags {
  /** In milliseconds. */
  readonly olderThan: number;
  readonly dryRun?: true | undefined;
}

interface Kept {
  readonly run: string;
  readonly reason: string;
}

export async function runPrune(call: Call<PruneFlags>): Promise<void> {
  const { context, flags } = call;
  const folder = runsFolder(context.env);
  const before = new Date(Date.now() - flags.olderThan).toISOString();
  const old: string[] = [];
  const kept: Kept[] = [];
  for (const run of await listRunIds(folder)) {
    // The record of a run is long, and its id says enough.
    if (secondOf(run) > secondOfTime(before)) continue;
    const reason = await whyKept(call, run, before);
    if (reason === undefined) old.push(run);
    else if (reason !== 'new') kept.push({ run, reason });
  }
  if (old.length > 0 && !flags.dryRun) await confirm(call, old);
  const deleted: string[] = [];
  let failure: unknown;
  for (const run of flags.dryRun ? [] : old) {
    try {
      await deleteRun(recordPath(folder, run));
      deleted.push(run);
    } catch (error) {
      kept.push({ run, reason: toReportedError(error).message });
      // A run that is continued by now is kept. That is no failure.
      if (!(error instanceof RunLockedError)) failure ??= error;
    }
  }
  const wouldDelete = flags.dryRun ? old : [];
  await presentPruned(call, { dryRun: flags.dryRun === true, before, deleted, wouldDelete, kept }, failure);
}

/** `failure`: the first of the errors with which a run could not be deleted. */
async function presentPruned(call: Call, pruned: Pruned, failure: unknown): Promise<void> {
  const end = failure === undefined ? undefined : { error: toReportedError(failure), exitCode: exitCodeOf(failure) };
  await presentObject(call, resultObject(call, 'runs prune', pruned, end), textOf(pruned));
  if (failure !== undefined) await presentError(call, failure);
}

/** The reason why a run is kept; `new` if it is not old enough. */
async function whyKept({ context }: Call<PruneFlags>, run: string, before: string): Promise<string | undefined> {
  try {
    const shown = await readRun(context.env, run);
    const { at, state } = summariseRun(shown);
    if (at >= before) return 'new';
    // A run on a store has nothing to resume.
    return state === 'running' || shown.state.header.target.kind === 'remote' ? UNFINISHED[state] : undefined;
  } catch (error) {
    return toReportedError(error).message;
  }
}

/** The states of runs that are not finished. All but the first can be resumed. */
const UNFINISHED: Readonly<Record<string, string>> = {
  running: 'it is being executed',
  'cut short': 'it was cut short, and can be resumed',
  open: 'it has records that were not sent, and can be resumed',
  unknown: 'it has records whose outcome is not known, and can be resumed',
};

async function confirm(call: Call<PruneFlags>, old: readonly string[]): Promise<void> {
  const { global } = call;
  if (global.yes) return;
  const runs = counted(old.length, 'run', 'runs');
  const missing = `${runs} would be deleted`;
  const prompter = await prompterOrUsageError(call, missing, 'Give --yes, or --dry-run to see them.');
  const question = `Delete the records and links of ${runs} (${old.at(-1)} to ${old[0]})?`;
  await confirmOrStop(prompter, global, question);
}

/** Deletes the links of a run, then its record, since links without a record are not found. */
async function deleteRun(path: string): Promise<void> {
  const lock = await lockRun(path, 'runs prune');
  try {
    await removeFile(linksPath(path));
    await removeFile(path);
  } finally {
    lock.release();
  }
}

interface Pruned {
  readonly dryRun: boolean;
  readonly before: string;
  readonly deleted: readonly string[];
  readonly wouldDelete: readonly string[];
  readonly kept: readonly Kept[];
}

function textOf({ deleted, wouldDelete, kept }: Pruned): string {
  const lines = [
    ...deleted.map((run) => `deleted       ${run}`),
    ...wouldDelete.map((run) => `would delete  ${run}`),
    ...kept.map(({ run, reason }) => `kept          ${run}: ${reason}`),
  ];
  return lines.length === 0 ? 'No run is that old.\n' : `${lines.join('\n')}\n`;
}
