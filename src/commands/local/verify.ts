/** `local verify`: reads every byte of a store. */
import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { Finding } from '../../model/finding.ts';
import { type Call, createCommand, setAction } from '../options/call.ts';
import { addStoreOptions, findStore, readStoreOptions } from '../options/store-options.ts';
import { presentDone } from '../present-result.ts';
import { aboutStore, checkStore } from './check-store.ts';

export function verifyCommand(context: Context): Command {
  const command = createCommand('verify', {
    summary: 'read every byte of a store, and list what is damaged',
    description: 'Reads every byte of a store, and lists what is damaged. It takes no lock and changes nothing.',
    examples: [['examctl local verify --store /backup/store', 'before a backup is trusted']],
  });
  return setAction(context, addStoreOptions(command), async (call) => {
    const { where } = findStore(call);
    await checkStore(call, 'Restore a backup into a new store.');
    const findings = await findWarnings(call, where);
    for (const { message } of findings) call.output.warn(message);
    const text = `Every record of the store in ${where} is whole.`;
    await presentDone(call, 'local verify', { store: where, findings }, text);
  });
}

/** Returns warnings about a missing end. A check of the bytes that are there does not find it. */
async function findWarnings(call: Call, where: string): Promise<readonly Finding[]> {
  const warnings: string[] = [];
  const onWarning = (message: string) =>
    void warnings.push(`${message}. If this is a copy, take it again: it may lack changes that were confirmed`);
  const platform = await call.context.openPlatform({ ...readStoreOptions(call), mode: 'read', onWarning });
  await platform.close();
  return warnings.map((message) => ({ ...aboutStore(where), severity: 'warning', rule: 'store.cut-off', message }));
}
