/** `runs show`: what a run meant to do, and what became of each record. */
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { RecordResult } from '../../bulk/model/report.ts';
import type { RecordEntry } from '../../runs/record/read-record.ts';
import type { Earlier } from '../../runs/run-record.ts';
import { addExamples } from '../options/examples.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { presentRows } from '../target/present-rows.ts';

export function showCommand(context: Context): Command {
  const command = new Command('show')
    .summary('show what a run did, record by record')
    .description('Shows what a run planned, and the outcome of each record.')
    .argument('<run>', 'id of the run');
  addExamples(command, [['examctl runs show 20261121T031500Z-3f9a1c', 'each record with its outcome']]);
  return command.action(async (run: string, _flags: unknown, self: Command) => {
    const global = readGlobalOptions(self);
    const output = context.openOutput(global);
    const { readRun, summariseRun } = await import('./read-runs.ts');
    const { describeExecutor } = await import('../../runs/record/run-lock.ts');
    const shown = await readRun(context.env, run);
    const { state } = shown;
    const records: ShownRecord[] = [];
    for await (const entry of state.entries()) records.push(showRecord(entry, state.earlier(entry.n)));
    if (global.format === 'json') {
      const { renderJson } = await import('../../output/files/json.ts');
      await output.data(renderJson({ schemaVersion: 1, ...summariseRun(shown), at: state.header.at, records }));
      return;
    }
    if (shown.executor !== undefined) output.note(`Is being executed by ${describeExecutor(shown.executor)}`);
    await presentRows(output, global.format, COLUMNS, records.map(withReason));
  });
}

const COLUMNS = ['key', 'file', 'line', 'action', 'outcome', 'reason'] as const;

interface ShownRecord extends Pick<RecordResult, 'key' | 'file' | 'line' | 'action' | 'errors'> {
  readonly outcome: string;
}

function showRecord({ key, file, line, action, state: outcome }: RecordEntry, earlier: Earlier): ShownRecord {
  const { errors } = earlier.state === 'settled' ? earlier.result : NO_ERRORS;
  return { key, file, line, action, outcome, errors };
}

const NO_ERRORS: Pick<RecordResult, 'errors'> = { errors: [] };

/** What the platform said, in one cell. */
function withReason(record: ShownRecord): ShownRecord & { readonly reason: string } {
  const reasons = record.errors.map(({ Code, Error: text }) => (Code === null ? text : `${text} (code ${Code})`));
  return { ...record, reason: reasons.join('; ') };
}
