/** `runs show`: prints the plan of a run and the outcome of each record. */
import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { RecordResult } from '../../model/report.ts';
import type { RecordEntry } from '../../runs/record/read-record.ts';
import { createCommand, setAction } from '../options/call.ts';
import { describeApiError, presentRows } from '../present-result.ts';
import { RUN_ARGUMENT } from './run-argument.ts';
import type { RunSummary } from './run-states.ts';

export function showCommand(context: Context): Command {
  const command = createCommand('show', {
    summary: 'show what a run did, record by record',
    description: 'Shows what a run planned, and the outcome of each record.',
    examples: [
      ['examctl runs show latest', 'each record of the newest run with its outcome'],
      ['examctl runs show 20261121T0315', 'of the run whose id begins like this'],
    ],
  }).argument('<run>', RUN_ARGUMENT);
  return setAction(context, command, async (call, run: string) => {
    const { output, global } = call;
    const { readNamedRun, summariseRun } = await import('./run-states.ts');
    const { describeExecutor } = await import('../../runs/record/run-lock.ts');
    const shown = await readNamedRun(context.env, run);
    const { state, executor } = shown;
    const { stateWord } = await import('../../runs/record/read-record.ts');
    const records = state.entries.map((entry) => showRecord(entry, stateWord(entry)));
    if (global.format === 'json') {
      const { renderLongJson } = await import('../../output/formats/json.ts');
      await output.data(renderLongJson({ schemaVersion: 1, ...summariseRun(shown), records }));
      return;
    }
    if (executor !== undefined) output.note(`Is being executed by ${describeExecutor(executor)}`);
    if (global.format === 'table' && records.length === 0) return output.print(describeEmpty(summariseRun(shown)));
    await presentRows(call, COLUMNS, records.map(withReason));
  });
}

/** The text for a run without a plan: it found nothing to change, or was cut short before its plan. */
function describeEmpty({ run, state }: Pick<RunSummary, 'run' | 'state'>): string {
  return state === 'done' ? `Run ${run} found nothing to change.\n` : `Run ${run} has no plan, and has sent nothing.\n`;
}

const COLUMNS = ['key', 'file', 'line', 'action', 'outcome', 'reason'] as const;

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
