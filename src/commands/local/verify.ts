/** `local verify` and `local unlock`: a store that may be damaged, or whose holder is gone. */
import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { Finding } from '../../model/finding.ts';
import { type Call, createCommand, setAction } from '../options/call.ts';
import { addStoreOptions, confirmWrite, findStore, readStoreOptions } from '../options/store-options.ts';
import { presentDone } from '../present-result.ts';
import { FindingsError, NO_CELL } from './findings-error.ts';

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

/** The common part of findings about a store. */
function aboutStore(where: string) {
  return { ...NO_CELL, file: where, line: 0, record: 0, field: null, code: null, suggestion: null } as const;
}

/** Throws if the store is damaged, with a finding for each damaged place. */
export async function checkStore(call: Call, hint: string): Promise<void> {
  const { store, where, backend } = findStore(call);
  const problems = await backend.verify(store);
  if (problems.length === 0) return;
  const findings = problems.map((message) => ({ ...aboutStore(where), rule: 'store.damaged', message }));
  throw new FindingsError('StoreError', 'internal', `The store in ${where} is damaged`, { hint, findings });
}

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
