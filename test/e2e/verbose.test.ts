/** `-v` says on standard error how the input is read, and which run does it; nobody's data are in it. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorkspace } from '../support/cli/workspace.ts';

const USERS = 'ExternalId;FirstName;LastName;Role\nnew-1;Ann;Peeters;Candidate\nnew-2;Björn;Smit;Candidate\n';

test('-v tells of the file, the run and its record', async () => {
  const { folder, store, run, file } = await createWorkspace();
  const path = await file('users.csv', Buffer.from(USERS, 'latin1'));
  const sync = ['user', 'sync', path, '--encoding', 'windows-1252'];
  const { code, stderr } = await run([...sync, '-v', '-o', 'json']);
  expect(code).toBe(0);
  const [, id = ''] = /^Run (\d{8}T\d{6}Z-[0-9a-f]{6}):/m.exec(stderr) ?? [];
  expect(stderr.split('\n')).toEqual([
    `Reading ${path}: CSV, windows-1252, cells separated by ;`,
    `Sending to the local platform in ${store}`,
    `Run ${id}: its record is ${join('.examctl', 'runs', `${id}.ndjson`)}`,
    '',
  ]);
  await access(join(folder, '.examctl', 'runs', `${id}.ndjson`));
});

test('-v of a dry run tells where it looks, and of no record', async () => {
  const { store, run, file } = await createWorkspace();
  const path = await file('users.json', '[]');
  const { stderr } = await run(['user', 'sync', path, '--dry-run', '-v']);
  expect(stderr).toBe(`Reading ${path}: JSON, utf-8\nRehearsing in the local platform in ${store}\n`);
});

test('these notes are absent without -v, and with -q', async () => {
  const { store, run, file } = await createWorkspace();
  const sync = ['user', 'sync', await file('users.csv', USERS)];
  expect((await run([...sync, '-q', '-v'])).stderr).toBe('');
  expect((await run([...sync, '-o', 'json'])).stderr).toBe(`Sending to the local platform in ${store}\n`);
});

test('validate says with -v how the file is read, a tab by its name', async () => {
  const { run, file } = await createWorkspace();
  const path = await file('users.tsv', USERS.replaceAll(';', '\t'));
  expect((await run(['validate', 'users', path, '-v'])).stderr).toBe(
    `Reading ${path}: CSV, utf-8, cells separated by tabs\n`,
  );
});

test.each([
  ['a bulk command', ['user', 'sync']],
  ['another one', ['validate', 'users']],
])('-v tells what lies behind the error that stopped %s, and --debug where it arose', async (_, command) => {
  const { folder, run } = await createWorkspace();
  const plain = await run([...command, 'nowhere.csv']);
  const [message = '', hint = '', ...others] = plain.stderr.split('\n');
  expect(message).toBe('examctl: nowhere.csv: no such file');
  const because = `  because: ENOENT: no such file or directory, open '${join(folder, 'nowhere.csv')}'`;
  const verbose = await run([...command, 'nowhere.csv', '-v']);
  expect(verbose.stderr.split('\n')).toEqual([message, hint, because, ...others]);
  const debug = await run([...command, 'nowhere.csv', '--debug']);
  expect(debug.stderr).toMatch(/because: ENOENT.*\nUsageError: nowhere\.csv: no such file\n {4}at /);
  expect(debug.stderr.split('\n').filter((line) => line === message)).toHaveLength(1);
});
