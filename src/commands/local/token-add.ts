/** `local token add`: a new token, shown this once. */
import { Command, InvalidArgumentError } from 'commander';
import { addExamples } from '../options/examples.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { addStoreOptions, readStoreOptions } from '../options/store-options.ts';
import type { TokenContext } from './token-context.ts';

const EXAMPLES = [
  ['examctl local token add --name ci', 'prints a token for a job'],
  ['(umask 077; examctl local token add > token.txt)', 'into a file that only you can read, for --token-file'],
] as const;

export function tokenAddCommand(context: TokenContext): Command {
  const command = new Command('add')
    .summary('make a token')
    .description('Makes a token and prints it, this once: the store keeps a digest only.')
    .option('--name <name>', 'what the token is for', parseName);
  addStoreOptions(command);
  addExamples(command, EXAMPLES);
  return command.action(async ({ name }: { name?: string }, self: Command) => {
    const global = readGlobalOptions(self);
    const output = context.openOutput(global);
    const tokens = await context.openTokens(readStoreOptions(self, context.env).folder);
    const { token, stored } = await tokens.add(name ?? null);
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
