/** `runs list`: lists the runs that left a record, the newest first. */
import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { createCommand, setAction } from '../options/call.ts';
import { presentRows } from '../present-result.ts';
import type { RunSummary } from './run-states.ts';

export function listCommand(context: Context): Command {
  const command = createCommand('list', {
    summary: 'list runs, the newest first',
    description: 'Lists the runs that left a record, the newest first (EXAMCTL_RUNS; default .examctl/runs).',
    examples: [['examctl runs list', 'what was done, and what is left to do']],
  });
  return setAction(context, command, async (call) => {
    const { listRuns } = await import('./run-states.ts');
    const runs = await listRuns(context.env, (message) => call.output.warn(message));
    if (call.global.format !== 'table' || runs.length === 0) return presentRows(call, COLUMNS, runs);
    const { listRunLines } = await import('./list-table.ts');
    await call.output.print(listRunLines(runs, call.output));
  });
}

/** A column for each field, in this order. */
const COLUMNS = listColumns({
  run: true,
  command: true,
  input: true,
  target: true,
  intended: true,
  succeeded: true,
  failed: true,
  unknown: true,
  open: true,
  ended: true,
  at: true,
  state: true,
});

function listColumns(columns: Readonly<Record<keyof RunSummary, true>>): (keyof RunSummary)[] {
  return Object.keys(columns) as (keyof RunSummary)[];
}
