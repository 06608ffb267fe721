/** The location of a store in messages. A URL may contain a password, which no message may show. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { withoutCredentials } from '../../../src/base/text/url-text.ts';
import { runInProcess } from '../../support/cli/in-process.ts';
import { temporaryFolder } from '../../support/store/temporary-folder.ts';

const PASSWORD = 's3cret-of-no-worth';
const USERS = 'ExternalId,FirstName,LastName,Email\nnew-1,Ada,Byron,a@example.org\n';

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder, 'users.csv'), USERS);
  await writeFile(join(folder, 'catalogue.json'), '{}');
});

const COMMANDS = [
  'local init',
  'local show users',
  'local unlock 1234',
  'local token add',
  'local schedule activate S-1',
  'serve --port 0',
  'user sync users.csv',
  'user sync users.csv --json',
  'schedule links S-1',
  'review-session show RS-1',
];

/** Refused stores with the message: an unknown scheme is named, and the address of a database must have no password. */
const REFUSED = [
  ['postgres://', /is no address of a database|holds a password/],
  ['mysql://', /mysql:/],
  ['mysql:/', /mysql:/],
] as const;

it.each(COMMANDS)('a store address with a password is refused, and the password is not shown: %s', async (line) => {
  for (const where of ['admin:PASSWORD@db.example.org/exams', 'admin:a/PASSWORD@db:x/y?password=PASSWORD']) {
    for (const [scheme, message] of REFUSED) {
      const store = scheme + where.replaceAll('PASSWORD', PASSWORD);
      const env = { EXAMCTL_RUNS: join(folder, 'runs') };
      const args = line.split(' ');
      const results = [
        await runInProcess([...args, '--store', store], { cwd: folder, env }),
        await runInProcess(args, { cwd: folder, env: { ...env, EXAMCTL_STORE: store } }),
      ];
      for (const { code, stdout, stderr } of results) {
        expect({ code, text: stdout + stderr }).toMatchObject({ code: 2, text: expect.stringMatching(message) });
        expect(stdout + stderr).not.toContain(PASSWORD);
      }
    }
  }
  expect((await readdir(folder)).sort()).toEqual(['catalogue.json', 'users.csv']);
});

it('a base URL with a password is refused, and the password is never shown, not even in the report', async () => {
  const args = ['user', 'sync', 'users.csv', '--json', '--base-url', `https://admin:${PASSWORD}@exams.example.org`];
  const env = { EXAMCTL_RUNS: join(folder, 'runs'), EXAMCTL_TOKEN: 'test-token-of-no-worth' };
  const { code, stdout, stderr } = await runInProcess(args, { cwd: folder, env });
  expect(code).toBe(2);
  expect(stdout).toContain('https://exams.example.org');
  expect(stdout + stderr).not.toContain(PASSWORD);
  // No message says that something is sent there.
  expect(stderr).toBe('examctl: The base URL must not hold a user name or a password\n');
});

it('a folder keeps its name in messages, even if it looks like a URL', async () => {
  const env = { EXAMCTL_RUNS: join(folder, 'runs') };
  for (const store of ['store@home', 'store:2026', 'C:/store']) {
    const made = await runInProcess(['local', 'init', '--store', store], { cwd: folder, env });
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining(`in ${store}.`) });
    expect(await readFile(join(folder, store, 'store.ndjson'), 'utf8')).toContain('format');
  }
});

it.each([
  ['postgres://h/db', 'postgres://h/db'],
  ['postgres://u:pw@h:1/db', 'postgres://h:1/db'],
  ['postgres://u:p/w@h/db', 'postgres://h/db'],
  ['https://h/a@b', 'https://h/a@b'],
  ['mysql:/u:p/w@h/db', 'mysql:/h/db'],
  ['https://h/a?key=1#2', 'https://h/a'],
  ['a@b/c?d', 'a@b/c?d'],
])('%s is shown as %s', (text, shown) => {
  expect(withoutCredentials(text)).toBe(shown);
});

it('--ca-file names the authorities of a database, and is ignored for a folder', async () => {
  await writeFile(join(folder, 'empty.pem'), '');
  const sync = (store: string) =>
    runInProcess(['user', 'sync', 'users.csv', '--ca-file', 'empty.pem', '--store', store], {
      cwd: folder,
      env: { EXAMCTL_RUNS: join(folder, 'runs'), PGSSLROOTCERT: 'other.pem' },
    });
  expect(await sync('postgres://app@db.example.invalid/exams')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('empty.pem, the file of certificate authorities, holds no certificate in PEM form'),
  });
  expect(await sync('store')).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no store') });
});
