/** `local verify`: reads every byte of a store. */
import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { createCommand, setAction } from '../options/call.ts';
import { addStoreOptions, findStore } from '../options/store-options.ts';
import { presentDone } from '../present-result.ts';
import { checkStore } from './check-store.ts';

export function verifyCommand(context: Context): Command {
  const command = createCommand('verify', {
    summary: 'read every byte of a store, and list what is damaged',
    description: 'Reads every byte of a store, and lists what is damaged. It takes no lock and changes nothing.',
    examples: [['examctl local verify --store /backup/store', 'before a backup is trusted']],
  });
  return setAction(context, addStoreOptions(command), async (call) => {
    const { where } = findStore(call);
    const findings = await checkStore(call, 'Restore the folder from a backup.');
    for (const { message } of findings) call.output.warn(message);
    const text = `Every record of the store in ${where} is whole.`;
    await presentDone(call, 'local verify', { store: where, findings }, text);
  });
}
