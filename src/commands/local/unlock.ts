/** `local unlock`: removes the lock of a store whose holder no longer runs. */
import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { createCommand, setAction } from '../options/call.ts';
import { addStoreOptions, confirmWrite, findStore } from '../options/store-options.ts';
import { presentDone } from '../present-result.ts';

export function unlockCommand(context: Context): Command {
  const command = createCommand('unlock', {
    summary: 'take the lock of a store from a process that is gone',
    description:
      'Takes the lock of a store away from its holder. A holder that is still alive cannot write any more: what it had not stored is lost to it.',
    examples: [
      [
        'examctl local unlock 0f3a6c1d9e2b4f58a7c0d1e2f3a4b5c6',
        'the id is in the message that says who holds the store',
      ],
    ],
  }).argument('<lock>', 'id of the lock, which shows that you have seen who holds it');
  return setAction(context, addStoreOptions(command), async (call, lock: string) => {
    const { store, where, backend } = findStore(call);
    await confirmWrite(call);
    const { pid, since } = await backend.unlock(store, lock);
    const text = `The store in ${where} is not locked any more; process ${pid} held it since ${since}.`;
    await presentDone(call, 'local unlock', { store: where, lock, pid, since }, text);
  });
}
