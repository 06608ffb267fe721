/** `local token`: adds, lists and revokes the tokens for the API of `serve`. */
import { type Command, InvalidArgumentError } from 'commander';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { type Call, createCommand, setAction } from '../options/call.ts';
import { addStoreOptions, confirmWrite, findStore } from '../options/store-options.ts';
import { presentDone, presentObject, presentRows } from '../present-result.ts';

/** The part of the context that commands about tokens need. */
export type TokenContext = Pick<Context, 'env' | 'openOutput' | 'openPrompter' | 'storeBackend'>;
type TokenCall<F = unknown> = Call<F, TokenContext>;

export function tokenCommand(context: TokenContext): Command {
  const command = createCommand('token', {
    summary: 'who may use the API that serve gives',
    description:
      'Adds, lists and revokes the tokens of the API that examctl serve gives. A running server sees changes.',
    examples: [
      ['examctl local token add --name ci', 'a token for a job'],
      ['examctl local token list', 'which tokens there are'],
      ['examctl local token revoke 3f9a1c07', 'end one, at once'],
    ],
  });
  for (const verb of [addCommand, listCommand, revokeCommand]) command.addCommand(addStoreOptions(verb(context)));
  return command;
}

function tokensOf(call: TokenCall) {
  const { store, backend } = findStore(call);
  return backend.tokens(store);
}

/** Creates a token and prints it. It is never shown again. */
function addCommand(context: TokenContext): Command {
  const command = createCommand('add', {
    summary: 'make a token',
    description: 'Makes a token and prints it, this once: the store keeps a digest only.',
    examples: [
      ['examctl local token add --name ci', 'prints a token for a job'],
      ['(umask 077; examctl local token add > token.txt)', 'into a file that only you can read, for --token-file'],
    ],
  }).option('--name <name>', 'what the token is for', parseName);
  return setAction(context, command, async (call: TokenCall<{ name?: string }>) => {
    await confirmWrite(call);
    const tokens = await tokensOf(call);
    const { token, stored } = await tokens.add(call.flags.name ?? null);
    const { digest: _, ...shown } = stored;
    try {
      await presentObject(call, { ...shown, token }, `${token}\n`);
    } catch (error) {
      // Nobody has a token that could not be printed.
      await tokens.revoke(stored.id);
      throw error;
    }
    call.output.note(`Keep it: it is not shown again. To end it: examctl local token revoke ${stored.id}`);
  });
}

const MAX_NAME = 100;

function parseName(text: string): string {
  const isPlain = text.trim() !== '' && text.length <= MAX_NAME && !/\p{Cc}/u.test(text);
  if (!isPlain) throw new InvalidArgumentError(`Write 1 to ${MAX_NAME} characters, without control characters.`);
  return text;
}

/** Lists ids, names and dates of tokens, never the tokens themselves. */
function listCommand(context: TokenContext): Command {
  const command = createCommand('list', {
    summary: 'show which tokens there are',
    description: 'Shows the id, name and date of each token. The tokens themselves are not kept.',
    examples: [
      ['examctl local token list', 'ids, names and when they were made'],
      ['examctl local token list --json', 'the same for scripts'],
    ],
  });
  return setAction(context, command, async (call: TokenCall) => {
    const tokens = await (await tokensOf(call)).list();
    const rows = tokens.map(({ id, name, created }) => ({ id, name, created }));
    await presentRows(call, ['id', 'name', 'created'], rows);
  });
}

/** A running server refuses a revoked token from its next request on. */
function revokeCommand(context: TokenContext): Command {
  const command = createCommand('revoke', {
    summary: 'end a token',
    description: 'Ends a token. A running server refuses it from the next request on.',
    examples: [['examctl local token revoke 3f9a1c07', 'by the id that local token list shows']],
  }).argument('<id>', 'id of the token');
  return setAction(context, command, async (call: TokenCall, id: string) => {
    await confirmWrite(call);
    const tokens = await tokensOf(call);
    if (!(await tokens.revoke(id))) throw noToken(id);
    await presentDone(call, 'local token revoke', { id }, `Revoked the token ${id}.`);
  });
}

function noToken(id: string): UsageError {
  // The user may give the token itself; then it must not be repeated on the screen.
  const shown = /^[0-9a-f]{1,16}$/.test(id) ? ` ${id}` : ' with this id';
  return new UsageError(`There is no token${shown} in the store`, {
    hint: 'examctl local token list shows the ids of those that there are.',
  });
}
