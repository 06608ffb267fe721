/** Executes `local export, import, backup, restore`: the state of a store as a file, and a store of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { lstat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, sep } from 'node:path';
import { counted } from '../../base/text/counted.ts';
import { ExamctlError, UsageError } from '../../errors.ts';
import { openSource } from '../../input/source.ts';
import { writeFileAtomically } from '../../output/files/write-file.ts';
import type { Call } from '../options/call.ts';
import { presentDone } from '../options/present-result.ts';
import { confirmWrite, findStore, withPlatform } from '../options/target-options.ts';
import { nextCommand } from '../options/words.ts';
import { beginReading, confirmNewFile } from '../read/protected-files.ts';
import { checkStore } from './run-state.ts';

export const TRANSFERS = { export: runExport, import: runImport, backup: runBackup, restore: runRestore };

async function runExport(call: Call, file: string): Promise<void> {
  if (file !== '-') return exportToFile(call, 'local export', file);
  await withPlatform(call, 'read', 'local export', async (platform) => {
    for await (const line of platform.exportLines()) await call.output.data(line);
  });
}

async function runBackup(call: Call, file: string): Promise<void> {
  if (file === '-') {
    throw new UsageError('local backup writes to a file, not to standard output', {
      hint: 'Name a file, or use examctl local export - for the same lines.',
    });
  }
  await exportToFile(call, 'local backup', file, () => checkStore(call, 'Nothing was written.'));
}

/** Writes the state of the store to a file and reports it in the name of `command`. `check` comes after a question. */
async function exportToFile(call: Call, command: string, file: string, check?: () => Promise<void>): Promise<void> {
  const isReplaced = await confirmNewFile(call, file, call.context.isStateFile);
  await check?.();
  await withPlatform(call, 'read', command, (platform) => writeFileAtomically(file, platform.exportLines()));
  const text = `${isReplaced ? 'Replaced' : 'Wrote'} ${file}. It holds personal data and the hashes of passwords.`;
  await presentDone(call, command, { store: findStore(call).where, file }, text);
}

async function runImport(call: Call, file: string): Promise<void> {
  await withStateFile(call, file, async ({ path, name }) => {
    const records = await withPlatform(call, 'write', 'local import', (platform) => platform.importFile(path));
    const { where } = findStore(call);
    const text = `The store in ${where} has the ${counted(records, 'record', 'records')} of ${name}.`;
    await presentDone(call, 'local import', { store: where, file: name, records }, text);
  });
}

async function runRestore(call: Call, file: string): Promise<void> {
  const { store, where, backend } = findStore(call);
  if (await backend.exists(store)) {
    throw new UsageError(`There is a store in ${where} already; nothing was changed`, {
      hint: 'Name a new one with --store or --tenant. If a restore was cut short, use examctl local import.',
    });
  }
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
}

interface StateFile {
  readonly path: string;
  /** The file in messages. */
  readonly name: string;
}

/** A state is read twice, since it is checked as a whole first. So a pipe is kept in a file until the end. */
async function withStateFile(call: Call, file: string, work: (state: StateFile) => Promise<void>): Promise<void> {
  await beginReading(call, file);
  const source = openSource(file, call.context.stdin);
  if (file !== '-' && (await canBeReadTwice(file))) return work({ path: file, name: file });
  const folder = mkdtempSync(join(tmpdir(), 'examctl-state-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // A signal ends the process without the end of this function.
  process.once('exit', remove);
  try {
    const path = join(folder, basename(source.file));
    await writeFile(path, chunksOf(source));
    await work({ path, name: source.file });
  } catch (error) {
    // The user does not know the copy.
    if (error instanceof ExamctlError) error.message = error.message.replace(folder + sep, '');
    throw error;
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** Not so a pipe, as of `<(zcat FILE)`, or a link, which may lead to one. What is no file is reported by its reader. */
async function canBeReadTwice(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isFile() || found.isDirectory(),
    () => true,
  );
}

async function* chunksOf({ next }: ReturnType<typeof openSource>): AsyncGenerator<Buffer> {
  for (let chunk = await next(); chunk !== undefined; chunk = await next()) yield chunk;
}
