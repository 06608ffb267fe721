/** `local verify`: reads every byte of a store. */
import type { Command } from 'commander';
import { withoutCredentials } from '../../base/text/url-text.ts';
import type { Context } from '../../context.ts';
import { StoreError } from '../../errors.ts';
import { createCommand, setAction } from '../options/call.ts';
import { addStoreOptions, readStoreOptions } from '../options/store-options.ts';

export function verifyCommand(context: Context): Command {
  const command = createCommand('verify', {
    summary: 'read every byte of a store, and list what is damaged',
    description: 'Reads every byte of a store, and lists what is damaged. It takes no lock and changes nothing.',
    examples: [['examctl local verify --store /backup/store', 'before a backup is trusted']],
  });
  return setAction(context, addStoreOptions(command), async (call) => {
    const { store } = readStoreOptions(call);
    const where = withoutCredentials(store);
    const problems = await context.storeBackend(store).verify(store);
    for (const problem of problems) call.output.warn(problem);
    if (problems.length > 0) {
      throw new StoreError(`The store in ${where} is damaged`, { hint: 'Restore the folder from a backup.' });
    }
    call.output.note(`Every record of the store in ${where} is whole.`);
  });
}
