/** The file of a state to be imported: the one that is named, or a private copy of standard input. */
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { openSource } from '../../input/source.ts';

interface StateFile {
  readonly path: string;
  /** The file in messages. */
  readonly name: string;
}

/** A state is read twice, since it is checked as a whole first. So standard input is kept in a file until the end. */
export async function withStateFile(
  { stdin }: Context,
  file: string,
  work: (state: StateFile) => Promise<void>,
): Promise<void> {
  if (file !== '-') return work({ path: file, name: file });
  const source = openSource(file, stdin);
  const folder = mkdtempSync(join(tmpdir(), 'examctl-state-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // A signal ends the process without the end of this function.
  process.once('exit', remove);
  try {
    const path = join(folder, source.file);
    await writeFile(path, chunksOf(source));
    await work({ path, name: source.file });
  } finally {
    process.off('exit', remove);
    remove();
  }
}

async function* chunksOf({ next }: ReturnType<typeof openSource>): AsyncGenerator<Buffer> {
  for (let chunk = await next(); chunk !== undefined; chunk = await next()) yield chunk;
}
