/** `local token`: who may use the API that `serve` gives. */
import { Command, InvalidArgumentError } from 'commander';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { addExamples } from '../options/examples.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { addStoreOptions, readStoreOptions } from '../options/store-options.ts';
import { presentRows } from '../target/present-rows.ts';

/** What commands about tokens need of the context. */
export type TokenContext = Pick<Context, 'env' | 'openOutput' | 'storeBackend'>;

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
  for (const verb of [addCommand, listCommand, revokeCommand]) command.addCommand(addStoreOptions(verb(context)));
  return command;
}

function tokensOf({ env, storeBackend }: TokenContext, command: Command) {
  const { store } = readStoreOptions(command, env);
  return storeBackend(store).tokens(store);
}

const ADD_EXAMPLES = [
  ['examctl local token add --name ci', 'prints a token for a job'],
  ['(umask 077; examctl local token add > token.txt)', 'into a file that only you can read, for --token-file'],
] as const;

/** A new token, shown this once. */
function addCommand(context: TokenContext): Command {
  const command = new Command('add')
    .summary('make a token')
    .description('Makes a token and prints it, this once: the store keeps a digest only.')
    .option('--name <name>', 'what the token is for', parseName);
  addExamples(command, ADD_EXAMPLES);
  return command.action(async ({ name }: { name?: string }, self: Command) => {
    const global = readGlobalOptions(self);
    const output = context.openOutput(global);
    const { token, stored } = await (await tokensOf(context, self)).add(name ?? null);
    if (global.format === 'json' || global.format === 'ndjson') {
      const { renderJson, renderNdjson } = await import('../../output/files/json.ts');
      const { digest: _, ...shown } = stored;
      await output.data(
        global.format === 'json' ? renderJson({ ...shown, token }) : renderNdjson([{ ...shown, token }]),
      );
    } else {
      await output.data(`${token}\n`);
    }
    output.note(`Keep it: it is not shown again. To end it: examctl local token revoke ${stored.id}`);
  });
}

const MAX_NAME = 100;

function parseName(text: string): string {
  const isPlain = text.trim() !== '' && text.length <= MAX_NAME && !/\p{Cc}/u.test(text);
  if (!isPlain) throw new InvalidArgumentError(`It has 1 to ${MAX_NAME} characters, without control characters.`);
  return text;
}

const LIST_EXAMPLES = [
  ['examctl local token list', 'ids, names and when they were made'],
  ['examctl local token list --json', 'the same for scripts'],
] as const;

/** Which tokens there are, never what they are. */
function listCommand(context: TokenContext): Command {
  const command = new Command('list')
    .summary('show which tokens there are')
    .description('Shows the id, name and date of each token. The tokens themselves are not kept.');
  addExamples(command, LIST_EXAMPLES);
  return command.action(async (_flags: unknown, self: Command) => {
    const global = readGlobalOptions(self);
    const output = context.openOutput(global);
    const tokens = await (await tokensOf(context, self)).list();
    const rows = tokens.map(({ id, name, created }) => ({ id, name, created }));
    await presentRows(output, global.format, ['id', 'name', 'created'], rows);
  });
}

/** A running server refuses a revoked token from its next request on. */
function revokeCommand(context: TokenContext): Command {
  const command = new Command('revoke')
    .summary('end a token')
    .description('Ends a token. A running server refuses it from the next request on.')
    .argument('<id>', 'id of the token');
  addExamples(command, [['examctl local token revoke 3f9a1c07', 'by the id that local token list shows']]);
  return command.action(async (id: string, _flags: unknown, self: Command) => {
    const output = context.openOutput(readGlobalOptions(self));
    const tokens = await tokensOf(context, self);
    if (!(await tokens.revoke(id))) throw noToken(id);
    output.note(`Revoked the token ${id}.`);
  });
}

function noToken(id: string): UsageError {
  // The user may give the token itself; then it must not be repeated on the screen.
  const shown = /^[0-9a-f]{1,16}$/.test(id) ? ` ${id}` : ' with this id';
  return new UsageError(`There is no token${shown} in the store`, {
    hint: 'examctl local token list shows the ids of those that there are.',
  });
}
