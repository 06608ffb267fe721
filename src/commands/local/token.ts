/** `local token`: who may use the API that `serve` gives. */
import { Command } from 'commander';
import { addExamples } from '../options/examples.ts';
import { tokenAddCommand } from './token-add.ts';
import type { TokenContext } from './token-context.ts';
import { tokenListCommand } from './token-list.ts';
import { tokenRevokeCommand } from './token-revoke.ts';

const EXAMPLES = [
  ['examctl local token add --name ci', 'a token for a job'],
  ['examctl local token list', 'which tokens there are'],
  ['examctl local token revoke 3f9a1c07', 'end one, at once'],
] as const;

export function tokenCommand(context: TokenContext): Command {
  const command = new Command('token')
    .summary('who may use the API that serve gives')
    .description(
      'Adds, lists and revokes the tokens of the API that examctl serve gives. A running server sees changes.',
    );
  addExamples(command, EXAMPLES);
  for (const verb of [tokenAddCommand, tokenListCommand, tokenRevokeCommand]) command.addCommand(verb(context));
  return command;
}
