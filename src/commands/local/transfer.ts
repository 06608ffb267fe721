/** `local export, import, backup, restore`: the state of a store as a file, and a store of it. */
import type { Command } from 'commander';
import { counted } from '../../base/text/counted.ts';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { type Call, createCommand, setAction } from '../options/call.ts';
import { confirmNewFile } from '../options/confirm-file.ts';
import { addStoreOptions, confirmWrite, findStore, withPlatform } from '../options/store-options.ts';
import { nextCommand } from '../options/words.ts';
import { presentDone } from '../present-result.ts';
import { checkStore } from './verify.ts';

export function exportCommand(context: Context): Command {
  const command = createCommand('export', {
    summary: 'write all that a store holds to a file',
    description:
      'Writes all that a store holds to a file of NDJSON: users with the hashes of their passwords, and links. The same ' +
      'state gives the same bytes, whichever store it is in. Tokens are left out.',
    examples: [
      ['examctl local export state.ndjson', 'to be imported into a database'],
      ['examctl local export -', 'to standard output: two stores with the same state give the same bytes'],
    ],
  }).argument(
    '<file>',
    'where to write, - is standard output; an earlier export is replaced, and any other file only with --yes or after a question',
  );
  return setAction(context, addStoreOptions(command), async (call, file: string) => {
    if (file !== '-') {
      const isReplaced = await confirmNewFile(call, file, context.isStateFile);
      return exportToFile(call, 'local export', { file, isReplaced });
    }
    await withPlatform(call, 'read', 'local export', async (platform) => {
      for await (const line of platform.exportLines()) await call.output.data(line);
    });
  });
}

/** Writes the state of the store to a file and reports it in the name of `command`. */
async function exportToFile(
  call: Call,
  command: string,
  { file, isReplaced }: { readonly file: string; readonly isReplaced: boolean },
): Promise<void> {
  const { writeFileAtomically } = await import('../../output/files/write-file.ts');
  const { where } = findStore(call);
  await withPlatform(call, 'read', command, (platform) => writeFileAtomically(file, platform.exportLines()));
  const text = `${isReplaced ? 'Replaced' : 'Wrote'} ${file}. It holds personal data and the hashes of passwords.`;
  await presentDone(call, command, { store: where, file }, text);
}

export function importCommand(context: Context): Command {
  const command = createCommand('import', {
    summary: 'fill an empty store from a file of local export',
    description:
      'Fills an empty store from a file of local export. The file is checked as a whole first. An import that is cut ' +
      'short has changed nothing.',
    examples: [
      ['examctl local import state.ndjson --store postgres://exams@db/exams', 'from a folder into a database'],
    ],
  }).argument('<file>', 'a file of local export; - is standard input');
  return setAction(context, addStoreOptions(command), async (call, file: string) => {
    const { withStateFile } = await import('../read/state-file.ts');
    await withStateFile(call, file, async ({ path, name }) => {
      const records = await withPlatform(call, 'write', 'local import', (platform) => platform.importFile(path));
      const { where } = findStore(call);
      const text = `The store in ${where} has the ${counted(records, 'record', 'records')} of ${name}.`;
      await presentDone(call, 'local import', { store: where, file: name, records }, text);
    });
  });
}

export function backupCommand(context: Context): Command {
  const command = createCommand('backup', {
    summary: 'verify a store and write all that it holds to a file',
    description:
      'Verifies a store, and writes all that it holds at one moment to a file, while others use it. Tokens are left ' +
      'out: after a restore, they are made anew.',
    examples: [['examctl local backup exams.ndjson', 'local restore makes a store of it']],
  }).argument(
    '<file>',
    'where to write; an earlier backup is replaced, and any other file only with --yes or after a question',
  );
  return setAction(context, addStoreOptions(command), async (call, file: string) => {
    if (file === '-') {
      throw new UsageError('local backup writes to a file, not to standard output', {
        hint: 'Name a file, or use examctl local export - for the same lines.',
      });
    }
    const isReplaced = await confirmNewFile(call, file, context.isStateFile);
    await checkStore(call, 'Nothing was written.');
    await exportToFile(call, 'local backup', { file, isReplaced });
  });
}

export function restoreCommand(context: Context): Command {
  const command = createCommand('restore', {
    summary: 'make a new store of a backup, and verify it',
    description:
      'Makes a new store with what a file of local backup or local export holds, and verifies it. A store that is there ' +
      'already is left as it is.',
    examples: [['examctl local restore exams.ndjson --store restored', 'into a new folder, to be looked at first']],
  }).argument('<file>', 'a file of local backup or local export; - is standard input');
  return setAction(context, addStoreOptions(command), async (call, file: string) => {
    const { store, where, backend } = findStore(call);
    if (await backend.exists(store)) {
      throw new UsageError(`There is a store in ${where} already; nothing was changed`, {
        hint: 'Name a new one with --store or --tenant. If a restore was cut short, use examctl local import.',
      });
    }
    const { withStateFile } = await import('../read/state-file.ts');
    await withStateFile(call, file, async ({ path, name }) => {
      // The file is checked first, so that a wrong file leaves no empty store.
      await call.context.checkStateFile(path);
      await confirmWrite(call);
      await backend.create(store);
      const records = await withPlatform(call, 'write', 'local restore', (platform) => platform.importFile(path));
      await checkStore(call, 'Take another backup.');
      const next = nextCommand(['local', 'token', 'add'], call);
      const text = `The store in ${where} has the ${counted(records, 'record', 'records')} of ${name}. Next: ${next}`;
      await presentDone(call, 'local restore', { store: where, file: name, records }, text);
    });
  });
}
