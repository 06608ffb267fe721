/** `local token`: adds, lists and revokes the tokens for the API of `serve`. */
import { InvalidArgumentError } from 'commander';
import { UsageError } from '../../errors.ts';
import type { Call } from '../options/call.ts';
import { defineCommand, defineGroup } from '../options/create-command.ts';
import { presentDone, presentObject, presentRows } from '../options/present-result.ts';
import { addStoreOptions, confirmWrite, findStore } from '../options/target-options.ts';

function tokensOf(call: Call) {
  const { store, backend } = findStore(call);
  return backend.tokens(store);
}

/** Creates a token and prints it. It is never shown again. */
const addCommand = defineCommand('add', {
  summary: 'make a token',
  description: 'Makes a token and prints it, this once: the store keeps a digest only.',
  examples: [
    ['examctl local token add --name ci', 'prints a token for a job'],
    ['(umask 077; examctl local token add > token.txt)', 'into a file that only you can read, for --token-file'],
  ],
  takes: (command) => addStoreOptions(command.option('--name <name>', 'what the token is for', parseName)),
  work: async (call: Call<{ name?: string }>) => {
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
  },
});

const MAX_NAME = 100;

function parseName(text: string): string {
  const isPlain = text.trim() !== '' && text.length <= MAX_NAME && !/\p{Cc}/u.test(text);
  if (!isPlain) throw new InvalidArgumentError(`Write 1 to ${MAX_NAME} characters, without control characters.`);
  return text;
}

/** Lists ids, names and dates of tokens, never the tokens themselves. */
const listCommand = defineCommand('list', {
  summary: 'show which tokens there are',
  description: 'Shows the id, name and date of each token. The tokens themselves are not kept.',
  examples: [
    ['examctl local token list', 'ids, names and when they were made'],
    ['examctl local token list --json', 'the same for scripts'],
  ],
  takes: addStoreOptions,
  work: async (call) => {
    const tokens = await (await tokensOf(call)).list();
    const rows = tokens.map(({ id, name, created }) => ({ id, name, created }));
    await presentRows(call, ['id', 'name', 'created'], rows);
  },
});

/** A running server refuses a revoked token from its next request on. */
const revokeCommand = defineCommand('revoke', {
  summary: 'end a token',
  description: 'Ends a token. A running server refuses it from the next request on.',
  examples: [['examctl local token revoke 3f9a1c07', 'by the id that local token list shows']],
  takes: (command) => addStoreOptions(command.argument('<id>', 'id of the token')),
  work: async (call, id: string) => {
    await confirmWrite(call);
    const tokens = await tokensOf(call);
    if (!(await tokens.revoke(id))) throw noToken(id);
    await presentDone(call, 'local token revoke', { id }, `Revoked the token ${id}.`);
  },
});

function noToken(id: string): UsageError {
  // The user may give the token itself; then it must not be repeated on the screen.
  const shown = /^[0-9a-f]{1,16}$/.test(id) ? ` ${id}` : ' with this id';
  return new UsageError(`There is no token${shown} in the store`, {
    hint: 'examctl local token list shows the ids of those that there are.',
  });
}

export const tokenCommand = defineGroup('token', 'who may use the API that serve gives', [
  addCommand,
  listCommand,
  revokeCommand,
]);
