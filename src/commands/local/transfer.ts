/** `local export` and `local import`: move the state of a store to any other store, by a file. */
import type { Command } from 'commander';
import { counted } from '../../base/text/counted.ts';
import type { Context } from '../../context.ts';
import { type Call, createCommand, setAction } from '../options/call.ts';
import { confirmNewFile } from '../options/confirm-file.ts';
import { addStoreOptions, findStore, withPlatform } from '../options/store-options.ts';
import { presentDone } from '../present-result.ts';

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
export async function exportToFile(
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
