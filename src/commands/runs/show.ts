/** `runs show`: what a run meant to do, and what became of each record. */
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { addExamples } from '../examples.ts';
import { readGlobalOptions } from '../global-options.ts';
import { presentRows } from '../present-rows.ts';

export function showCommand(context: Context): Command {
  const command = new Command('show')
    .summary('show what a run did, record by record')
    .description('Shows what a run meant to do, and what became of each record.')
    .argument('<run>', 'id of the run');
  addExamples(command, [['examctl runs show 20261121T031500Z-3f9a1c', 'each record with its outcome']]);
  return command.action(async (run: string, _flags: unknown, self: Command) => {
    const global = readGlobalOptions(self);
    const output = context.openOutput(global);
    const { readRun, summariseRun } = await import('./read-runs.ts');
    const { describeExecutor } = await import('../../provision/records/run-lock.ts');
    const shown = await readRun(context.env, run);
    const { state } = shown;
    const records = [];
    for await (const { key, file, line, action, state: outcome } of state.entries()) {
      records.push({ key, file, line, action, outcome });
    }
    if (global.format === 'json') {
      const { renderJson } = await import('../../output/json.ts');
      await output.data(renderJson({ schemaVersion: 1, ...summariseRun(shown), at: state.header.at, records }));
      return;
    }
    if (shown.executor !== undefined) output.note(`Is being executed by ${describeExecutor(shown.executor)}`);
    await presentRows(output, global.format, COLUMNS, records);
  });
}

const COLUMNS = ['key', 'file', 'line', 'action', 'outcome'] as const;
