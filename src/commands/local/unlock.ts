/** `local unlock`: takes the lock of a store away from a process that is surely gone. */
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { withoutCredentials } from '../../base/url-text.ts';
import { addExamples } from '../options/examples.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { addStoreOptions, readStoreOptions } from '../options/store-options.ts';

const EXAMPLES = [['examctl local unlock 0f3a…', 'the id is in the message that says who holds the store']] as const;

export function unlockCommand(context: Context): Command {
  const command = new Command('unlock')
    .summary('take the lock of a store from a process that is gone')
    .description(
      'Takes the lock of a store away from its holder. A holder that is still alive cannot write any more: what it had not stored is lost to it.',
    )
    .argument('<lock>', 'id of the lock, which shows that you have seen who holds it');
  addStoreOptions(command);
  addExamples(command, EXAMPLES);
  return command.action(async (lock: string, _flags: unknown, self: Command) => {
    const output = context.openOutput(readGlobalOptions(self));
    const { store } = readStoreOptions(self, context.env);
    const { pid, since } = await context.storeBackend(store).unlock(store, lock);
    output.note(
      `The store in ${withoutCredentials(store)} is not locked any more; process ${pid} held it since ${since}.`,
    );
  });
}
