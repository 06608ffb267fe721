/** `runs list`: lists the runs that left a record, the newest first. */
import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { createCommand, setAction } from '../options/call.ts';
import { presentRows } from '../present-result.ts';
import type { RunSummary } from './read-runs.ts';

export function listCommand(context: Context): Command {
  const command = createCommand('list', {
    summary: 'list runs, the newest first',
    description: 'Lists the runs that left a record, the newest first (EXAMCTL_RUNS; default .examctl/runs).',
    examples: [['examctl runs list', 'what was done, and what is left to do']],
  });
  return setAction(context, command, async (call) => {
    const { listRuns } = await import('./read-runs.ts');
    const runs = await listRuns(context.env, (message) => call.output.warn(message));
    if (call.global.format !== 'table' || runs.length === 0) return presentRows(call, COLUMNS, runs);
    const { listRunLines } = await import('./list-table.ts');
    await call.output.page(listRunLines(runs, call.output));
  });
}

const COLUMNS: readonly (keyof RunSummary)[] = [
  ...(['run', 'command', 'input', 'target'] as const),
  ...(['intended', 'succeeded', 'failed', 'unknown', 'open', 'ended', 'at', 'state'] as const),
];
