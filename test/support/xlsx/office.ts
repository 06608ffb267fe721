/** LibreOffice as a second reader and writer of workbooks, where it is installed. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withFile } from './read.ts';

const run = promisify(execFile);

export const HAS_OFFICE = await run('soffice', ['--version']).then(
  () => true,
  () => false,
);

/** Making one takes most of the time; LibreOffice opens it once at a time. */
const profile = join(tmpdir(), `office-${process.pid}`);
let before: Promise<unknown> = Promise.resolve();

/** A workbook as LibreOffice saves it; `to` is an ending, with the options of a filter behind a colon. */
export function convertInOffice(bytes: Buffer, to: string): Promise<Buffer> {
  const saved = before.then(() =>
    withFile(bytes, async (file) => {
      const folder = `${file}.out`;
      const args = [`-env:UserInstallation=file://${profile}`, '--headless', '--convert-to', to];
      await run('soffice', [...args, '--outdir', folder, file]);
      return readFile(join(folder, `book.${to.split(':')[0]}`));
    }),
  );
  before = saved.catch(() => undefined);
  return saved;
}
