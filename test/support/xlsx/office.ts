/** LibreOffice as a second reader and writer of workbooks, where it is installed. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const HAS_OFFICE = spawnSync('which', ['soffice']).status === 0;

/**
 * The workbooks as LibreOffice saves them; `to` is an ending, with the options of a filter behind a colon. It is started
 * once for all of them, since its start takes most of the time, and more with a `profile` that it has to make first.
 */
export async function saveInOffice<Name extends string>(
  books: Readonly<Record<Name, Buffer>>,
  to: string,
  profile: string,
): Promise<Readonly<Record<Name, Buffer>>> {
  const folder = await mkdtemp(join(tmpdir(), 'examctl-office-'));
  try {
    const files = await Promise.all(
      Object.entries<Buffer>(books).map(async ([name, bytes]) => {
        const file = join(folder, `${name}.xlsx`);
        await writeFile(file, bytes);
        return { name, file };
      }),
    );
    const saved = join(folder, 'saved');
    const flags = [`-env:UserInstallation=file://${profile}`, '--headless', '--convert-to', to, '--outdir', saved];
    await run('soffice', [...flags, ...files.map(({ file }) => file)]);
    const entries = files.map(
      async ({ name }) => [name, await readFile(join(saved, `${name}.${to.split(':')[0]}`))] as const,
    );
    return Object.fromEntries(await Promise.all(entries)) as Record<Name, Buffer>;
  } finally {
    await rm(folder, { recursive: true });
  }
}
