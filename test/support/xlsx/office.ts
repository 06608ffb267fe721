/** LibreOffice, if it is installed, as a second reader and writer of workbooks. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const HAS_OFFICE = spawnSync('which', ['soffice']).status === 0;

/**
 * Converts workbooks with LibreOffice. `to` is an ending, with the options of a filter after a colon. LibreOffice starts once
 * for all of them, since the start takes most of the time, and more time with a new `profile`.
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
