/** `local token list`: which tokens there are, never what they are. */
import { Command } from 'commander';
import { addExamples } from '../options/examples.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { presentRows } from '../target/present-rows.ts';
import { addStoreOptions, readStoreOptions } from '../options/store-options.ts';
import type { StoredToken } from '../../context.ts';
import type { TokenContext } from './token-context.ts';

const EXAMPLES = [
  ['examctl local token list', 'ids, names and when they were made'],
  ['examctl local token list --json', 'the same for scripts'],
] as const;

const COLUMNS = ['id', 'name', 'created'] as const satisfies readonly (keyof StoredToken)[];

export function tokenListCommand(context: TokenContext): Command {
  const command = new Command('list')
    .summary('show which tokens there are')
    .description('Shows the id, name and date of each token. The tokens themselves are not kept.');
  addStoreOptions(command);
  addExamples(command, EXAMPLES);
  return command.action(async (_flags: unknown, self: Command) => {
    const global = readGlobalOptions(self);
    const output = context.openOutput(global);
    const tokens = await context.openTokens(readStoreOptions(self, context.env).folder);
    const rows = (await tokens.list()).map(({ id, name, created }) => ({ id, name, created }));
    await presentRows(output, global.format, COLUMNS, rows);
  });
}
