/** `runs list`: the runs that left a record, the newest first. */
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { addExamples } from '../options/examples.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { presentRows } from '../target/present-rows.ts';

export function listCommand(context: Context): Command {
  const command = new Command('list')
    .summary('list runs, the newest first')
    .description('Lists the runs that left a record, the newest first (EXAMCTL_RUNS; default .examctl/runs).');
  addExamples(command, [['examctl runs list', 'what was done, and what is left to do']]);
  return command.action(async (_flags: unknown, self: Command) => {
    const global = readGlobalOptions(self);
    const output = context.openOutput(global);
    const { listRuns } = await import('./read-runs.ts');
    await presentRows(output, global.format, COLUMNS, await listRuns(context.env, (message) => output.warn(message)));
  });
}

const COLUMNS = [
  'run',
  'command',
  'input',
  'target',
  'intended',
  'succeeded',
  'failed',
  'unknown',
  'open',
  'ended',
] as const;
