/** `local token revoke`: ends a token; a running server refuses it from its next request on. */
import { Command } from 'commander';
import { UsageError } from '../../errors.ts';
import { addExamples } from '../options/examples.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { addStoreOptions, readStoreOptions } from '../options/store-options.ts';
import type { TokenContext } from './token-context.ts';

const EXAMPLES = [['examctl local token revoke 3f9a1c07', 'by the id that local token list shows']] as const;

export function tokenRevokeCommand(context: TokenContext): Command {
  const command = new Command('revoke')
    .summary('end a token')
    .description('Ends a token. A running server refuses it from the next request on.')
    .argument('<id>', 'id of the token');
  addStoreOptions(command);
  addExamples(command, EXAMPLES);
  return command.action(async (id: string, _flags: unknown, self: Command) => {
    const output = context.openOutput(readGlobalOptions(self));
    const { folder } = readStoreOptions(self, context.env);
    const tokens = await context.openTokens(folder);
    if (!(await tokens.revoke(id))) throw noToken(id);
    output.note(`Revoked the token ${id}.`);
  });
}

function noToken(id: string): UsageError {
  // Somebody may give the token itself; then it must not be repeated on the screen.
  const shown = /^[0-9a-f]{1,16}$/.test(id) ? ` ${id}` : ' with this id';
  return new UsageError(`There is no token${shown} in the store`, {
    hint: 'examctl local token list shows the ids of those that there are.',
  });
}
