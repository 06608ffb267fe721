/** `local verify`: reads every byte of a store. */
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { withoutCredentials } from '../../base/url-text.ts';
import { StoreError } from '../../errors.ts';
import { addExamples } from '../options/examples.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { addStoreOptions, readStoreOptions } from '../options/store-options.ts';

const EXAMPLES = [['examctl local verify --store /backup/store', 'before a backup is trusted']] as const;

export function verifyCommand(context: Context): Command {
  const command = new Command('verify')
    .summary('read every byte of a store, and list what is damaged')
    .description('Reads every byte of a store, and lists what is damaged. It takes no lock and changes nothing.');
  addStoreOptions(command);
  addExamples(command, EXAMPLES);
  return command.action(async (_flags: unknown, self: Command) => {
    const output = context.openOutput(readGlobalOptions(self));
    const { store } = readStoreOptions(self, context.env);
    const problems = await context.storeBackend(store).verify(store);
    const where = withoutCredentials(store);
    for (const problem of problems) output.warn(problem);
    if (problems.length === 0) output.note(`Every record of the store in ${where} is whole.`);
    else {
      throw new StoreError(`The store in ${where} is damaged`, {
        hint: 'Restore the folder from a backup.',
      });
    }
  });
}
