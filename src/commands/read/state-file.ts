/** The file of a state to be imported: the one that is named, or a private copy of a pipe. */
import { mkdtempSync, rmSync } from 'node:fs';
import { lstat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, sep } from 'node:path';
import { ExamctlError } from '../../errors.ts';
import { openSource } from '../../input/source.ts';
import type { Call } from '../options/call.ts';
import { beginReading } from './standard-input.ts';

interface StateFile {
  readonly path: string;
  /** The file in messages. */
  readonly name: string;
}

/** A state is read twice, since it is checked as a whole first. So a pipe is kept in a file until the end. */
export async function withStateFile(
  call: Call,
  file: string,
  work: (state: StateFile) => Promise<void>,
): Promise<void> {
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
