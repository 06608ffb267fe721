/** What an earlier run has left under the name of `--rejects` must not pass for the rejects of this one. */
import { existsSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace } from '../support/cli/workspace.ts';

const GOOD = 'ExternalId,FirstName,LastName\nu-1,Ada,Byron\n';
const BAD = 'ExternalId,FirstName,LastName\nu-1,,Byron\n';
const sync = (file: string, rejects = 'fix.csv') => ['user', 'sync', file, '--rejects', rejects];

async function setUp() {
  const space = await createWorkspace();
  await space.file('good.csv', GOOD);
  await space.file('bad.csv', BAD);
  return { ...space, path: (name: string) => join(space.folder, name) };
}

describe('a file of rejects from an earlier run', () => {
  it.each([[[]], [['--dry-run']], [['--json']]])(
    'is removed, with a note, when nothing is rejected any more: %j',
    async (flags) => {
      const { run, path } = await setUp();
      expect((await run(sync('bad.csv'))).code).toBe(3);
      expect(existsSync(path('fix.csv'))).toBe(true);
      const { code, stderr } = await run([...sync('good.csv'), ...flags]);
      expect(code).toBe(0);
      expect(existsSync(path('fix.csv'))).toBe(false);
      expect(stderr).toContain('fix.csv was removed: it had the rejects of an earlier run');
      expect((await run([...sync('good.csv'), ...flags])).stderr).not.toContain('was removed');
    },
  );

  it('is removed by a check that finds nothing, and if it is NDJSON', async () => {
    const { run, path, file } = await setUp();
    await file('bad.json', '[{"ExternalId":"u-1","LastName":"Byron"}]');
    await run(sync('bad.json', 'fix.ndjson'));
    expect(existsSync(path('fix.ndjson'))).toBe(true);
    await file('good.json', '[]');
    await run(['validate', 'users', 'good.json', '--rejects', 'fix.ndjson']);
    expect(existsSync(path('fix.ndjson'))).toBe(false);
  });

  it('is removed in each form in which a spreadsheet saves it', async () => {
    const { run, path, file } = await setUp();
    await file('fix.csv', '"Name\nof user";"_line";"_code";"_field";"_message";"_suggestion"\r\n"x";2;;;;\r\n');
    await run(sync('good.csv'));
    expect(existsSync(path('fix.csv'))).toBe(false);
  });

  it('stays if the platform is not reached, since a user may be editing its rows', async () => {
    const { run, path } = await setUp();
    await run(sync('bad.csv'));
    const remote = ['--base-url', 'http://127.0.0.1:9', '--retries', '0'];
    const { code } = await run([...sync('good.csv'), ...remote], { env: { EXAMCTL_TOKEN: 'token-of-no-worth' } });
    expect(code).toBe(6);
    expect(existsSync(path('fix.csv'))).toBe(true);
  });

  it('stays if the command was refused, and if the input was never opened', async () => {
    const { run, path } = await setUp();
    await run(sync('bad.csv'));
    expect((await run([...sync('good.csv'), '--report', 'r.txt'])).code).toBe(2);
    expect((await run(sync('missing.csv'))).code).toBe(2);
    expect(existsSync(path('fix.csv'))).toBe(true);
  });
});

describe('a file that is none of rejects', () => {
  it.each([
    ['ExternalId,FirstName\nu-1,"_line,_code,_field,_message,_suggestion"\n'],
    ['Line\n_line,_code,_field,_message,_suggestion\n'],
    ['{"_line":1,"_code":""}\n'],
    ['{'],
    [''],
  ])('stays when nothing is rejected: %j', async (content) => {
    const { run, path, file } = await setUp();
    await file('fix.csv', content);
    expect((await run(sync('good.csv'))).code).toBe(0);
    expect(await readFile(path('fix.csv'), 'utf8')).toBe(content);
  });

  it.skipIf(process.getuid?.() === 0)('and cannot be read stays as well', async () => {
    const { run, path, file } = await setUp();
    await file('fix.csv', 'x');
    await chmod(path('fix.csv'), 0);
    expect((await run(sync('good.csv'))).code).toBe(0);
    expect(existsSync(path('fix.csv'))).toBe(true);
  });
});
