/** `local init`: an empty platform, or one with an example catalogue. */
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { withoutCredentials } from '../../base/url-text.ts';
import { StoreError } from '../../errors.ts';
import { addExamples } from '../options/examples.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { addStoreOptions, readStoreOptions } from '../options/store-options.ts';
import { withPlatform } from '../target/with-platform.ts';

const EXAMPLES = [
  ['examctl local init', 'an empty platform, to be filled by local load'],
  ['examctl local init --example', 'with assessments, hierarchies, roles and owners to try things on'],
] as const;

export function initCommand(context: Context): Command {
  const command = new Command('init')
    .summary('make the store of the embedded platform')
    .description('Makes the store of the embedded platform. A store that is there already is left as it is.')
    .option('--example', 'load a small catalogue to try things on');
  addStoreOptions(command);
  addExamples(command, EXAMPLES);
  return command.action(async (flags: { example?: true }, self: Command) => {
    const output = context.openOutput(readGlobalOptions(self));
    const chosen = readStoreOptions(self, context.env);
    const { store } = chosen;
    const backend = context.storeBackend(store);
    const where = withoutCredentials(store);
    if (await backend.exists(store)) {
      output.note(`There is a store in ${where} already; nothing was changed.`);
      return;
    }
    await backend.create(store);
    output.note(`Made an empty store in ${where}.`);
    if (!flags.example) {
      output.note('Next: examctl local load CATALOGUE.json');
      return;
    }
    const { default: catalogue } = await import('../../../fixtures/catalogue/example.json', { with: { type: 'json' } });
    const options = { ...chosen, mode: 'write', command: 'local init' } as const;
    const outcome = await withPlatform(context, output, options, (platform) => platform.load(catalogue));
    if ('problems' in outcome) throw new StoreError('The example catalogue was refused', { cause: outcome.problems });
    output.note('Loaded the example catalogue. Next: examctl schedule push FILE --dry-run');
  });
}
