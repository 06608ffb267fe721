/** What only a process has: its user, its memory, its disk, its standard input, its line in the list of processes. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ended, PROGRAM, runProgram, startProgram } from '../support/cli/program.ts';
import { expectSilent, expectSilentFiles, TOKEN, USERS } from '../support/cli/secrets.ts';
import { csv, row } from '../support/cli/sitting-list.ts';
import { createWorkspace, digestsOf } from '../support/cli/workspace.ts';

const TWO_USERS = 'ExternalId,FirstName,LastName\nu-1,Ada,Byron\nu-2,,Byron\n';

it.runIf(process.getuid?.() === 0)(
  'a file that the user of the process may not read is a mistake in the command line',
  async () => {
    const { folder, file, run } = await createWorkspace(runProgram);
    await file('secret.csv', csv([row()]));
    await chmod(join(folder, 'secret.csv'), 0o600);
    await chmod(folder, 0o755);
    const { code, stderr } = await run(['validate', 'schedules', 'secret.csv'], { user: 65_534 });
    expect({ code, first: stderr.split('\n')[0] }).toEqual({
      code: 2,
      first: 'examctl: secret.csv: the file may not be read',
    });
  },
);

it('a line without an end is refused after its first megabyte, in little memory', async () => {
  const { folder } = await createWorkspace();
  const args = ['schedule', 'push', '-', '--format', 'csv'];
  const child = startProgram(args, { cwd: folder, nodeFlags: ['--max-old-space-size=64'] });
  const chunk = Buffer.alloc(65_536, 'a');
  const pour = (): void => {
    while (child.stdin.write(chunk));
  };
  // The input never ends: a program that reads all of it does not end either.
  child.stdin.on('drain', pour).on('error', () => {});
  pour();
  const { code, stderr } = await ended(child);
  expect({ code, says: stderr.split('\n')[0] }).toEqual({
    code: 3,
    says: 'examctl: standard input:1: the row that begins here is longer than 1,000,000 bytes',
  });
});

it.each([
  ['wrong', ['validate', 'users', 'users.csv'], 3],
  ['refused by the platform', ['user', 'sync', 'users.csv', '--dry-run'], 4],
])('a list of which every row is %s takes little memory', async (_, args, exitCode) => {
  const { folder, run } = await createWorkspace(runProgram);
  const rows = Array.from({ length: 20_000 }, (_, index) => {
    const email = exitCode === 3 ? `u-${index}` : `u-${index}@example.edu`;
    return `u-${index},Ada,Byron,${email},Nobody,${'x'.repeat(30)}`;
  });
  await writeFile(join(folder, 'users.csv'), `ExternalId,FirstName,LastName,Email,Role,Company\n${rows.join('\n')}\n`);
  const { code, stdout } = await run([...args, '--rejects', 'rejects.csv'], {
    nodeFlags: ['--max-old-space-size=64'],
  });
  expect((await readFile(join(folder, 'rejects.csv'), 'utf8')).split('\n')).toHaveLength(20_002);
  expect({ code, errors: /20,000 × /.exec(stdout)?.[0] }).toEqual({ code: exitCode, errors: '20,000 × ' });
});

it('a file that standard input reads is not written over by rejects', async () => {
  const space = await createWorkspace();
  await space.file('users.csv', TWO_USERS);
  const input = openSync(join(space.folder, 'users.csv'), 'r');
  const args = [PROGRAM, 'user', 'sync', '-', '--format', 'csv', '--rejects', 'users.csv'];
  const env = { EXAMCTL_STORE: space.store };
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: space.folder,
    env,
    stdio: [input, 'pipe', 'pipe'],
  });
  closeSync(input);
  expect(status).toBe(2);
  expect(stderr.toString()).toContain('examctl: --rejects: users.csv');
  expect(await readFile(join(space.folder, 'users.csv'), 'utf8')).toBe(TWO_USERS);
});

it('a run whose record does not fit on the disk sends nothing', async () => {
  const space = await createWorkspace();
  const rows = Array.from({ length: 2_000 }, (_, n) => `n-${n},Ada,Byron,Candidate,LAW-1\n`);
  await space.file('users.csv', `ExternalId,FirstName,LastName,Role,Hierarchies\n${rows.join('')}`);
  const before = await digestsOf(space.store);
  // In kibibytes; what goes beyond fails as it does on a full disk.
  const command = `ulimit -f 16; exec '${process.execPath}' '${PROGRAM}' user sync users.csv`;
  const child = spawn('bash', ['-c', command], {
    cwd: space.folder,
    env: { PATH: process.env['PATH'] ?? '', EXAMCTL_STORE: space.store },
  });
  const { code, stderr } = await ended(child);
  expect(code).toBe(1);
  expect(stderr).toMatch(/examctl: .*\.ndjson cannot be written: EFBIG/);
  expect(stderr).toContain('Nothing was sent.');
  expect(await digestsOf(space.store)).toEqual(before);
  // Half a record would be one more thing on that disk.
  expect(await readdir(join(space.folder, '.examctl/runs'))).toEqual([]);
});

it('a server tells neither token nor password, keeps a hash alone, and the list of processes shows neither', async () => {
  const space = await createWorkspace(runProgram);
  await space.file('users.csv', USERS);
  const env = { EXAMCTL_STORE: space.store, EXAMCTL_TOKEN: TOKEN };
  const server = startProgram(['serve', '--port', '0', '-v', '--debug'], { cwd: space.folder, env });
  onTestFinished(() => void server.kill('SIGKILL'));
  const end = ended(server);
  const url = await new Promise<string>((resolve) =>
    server.stdout.once('data', (text) => resolve(String(text).trim())),
  );
  const client = startProgram(['user', 'sync', 'users.csv', '--base-url', url], { cwd: space.folder, env });
  client.stdin.end();
  for (const { pid } of [server, client]) expectSilent('cmdline', await readFile(`/proc/${pid}/cmdline`, 'latin1'));
  const done = await ended(client);
  expect(done.code).toBe(0);
  expectSilent('the client', done.stdout + done.stderr);
  const refused = await space.run(['user', 'sync', 'users.csv', '--full', '--base-url', url, '--debug'], {
    env: { EXAMCTL_TOKEN: `${TOKEN}x` },
  });
  expect(refused.code).toBe(5);
  expectSilent('the refused client', refused.stdout + refused.stderr);
  server.kill('SIGTERM');
  const { stdout, stderr } = await end;
  expectSilent('the server', stdout + stderr);
  expect(stderr).toContain('"status":403');
  await expectSilentFiles(space, ['users.csv']);
  const names = await readdir(space.store);
  const store = await Promise.all(names.map((name) => readFile(join(space.store, name), 'utf8')));
  expect(store.join('')).toContain('$argon2id$');
});

it.each([
  ['on standard error', []],
  ['as JSON', ['--json']],
])('a command that waits for what never comes ends with 1 and says so %s', async (_, flags) => {
  const { folder, file, run } = await createWorkspace(runProgram);
  await file('users.csv', TWO_USERS);
  await writeFile(join(folder, 'never.cjs'), `require('node:fs').promises.stat = () => new Promise(() => {});`);
  const nodeFlags = ['--require', join(folder, 'never.cjs')];
  const { code, stdout, stderr } = await run(['validate', 'users', 'users.csv', ...flags], { nodeFlags });
  expect(code).toBe(1);
  const said = 'internal fault: the command waits for something that cannot come any more';
  if (flags.length > 0) expect(JSON.parse(stdout)).toMatchObject({ exitCode: 1, error: { message: said } });
  else expect({ stdout, said: stderr.split('\n')[0] }).toEqual({ stdout: '', said: `examctl: ${said}` });
});
