/** Signals that no command watches for yet, and a closed terminal: what is told, and how the process ends. */

import { execFileSync, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJsonStore } from '../../src/store/json/store.ts';
import { atRest } from '../support/chaos/at-rest.ts';
import { ended, PROGRAM, startProgram } from '../support/cli/program.ts';
import { usersCsv } from '../support/cli/sitting-list.ts';
import { createLastingWorkspace, createWorkspace, type Workspace } from '../support/cli/workspace.ts';

const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 143],
] as const;

let longest: Promise<Workspace> | undefined;

/** A list that takes longer to check than a signal to come, written once. */
function withLongList(): Promise<Workspace> {
  longest ??= createLastingWorkspace().then(async (space) => {
    await space.file('users.csv', usersCsv(150_000));
    return space;
  });
  return longest;
}

describe('a signal while a long list is checked', () => {
  it.each(SIGNALS)('%s ends with %i, and JSON tells it in one object', async (signal, code) => {
    const { folder } = await withLongList();
    const child = startProgram(['validate', 'users', 'users.csv', '--json', '-v'], { cwd: folder });
    child.stdin.end();
    // It has opened the file.
    child.stderr.once('data', () => child.kill(signal));
    const end = await ended(child);
    expect(end.code).toBe(code);
    expect(JSON.parse(end.stdout)).toMatchObject({ exitCode: code, error: { name: 'InterruptedError' } });
  });
});

describe.each([
  ['input that does not come', ['user', 'sync', '-', '--format', 'csv'], SIGNALS],
  ['the lock of the store', ['user', 'sync', 'users.csv', '--lock-timeout', '1m'], SIGNALS.slice(0, 1)],
] as const)('a signal while a run waits for %s', (_, args, signals) => {
  it.each(signals)('%s ends it with %i, and nothing of it is left', async (signal, code) => {
    const { folder, store, file } = await createWorkspace();
    await file('users.csv', usersCsv(1));
    const release = await holdStore(store);
    const child = startProgram([...args, '--json'], { cwd: folder, env: { EXAMCTL_STORE: store } });
    void atRest(child).then(() => child.kill(signal));
    const end = await ended(child);
    await release();
    expect(end.code).toBe(code);
    expect(JSON.parse(end.stdout)).toMatchObject({ exitCode: code, error: { name: 'InterruptedError' } });
    expect(await readdir(join(folder, '.examctl/runs')).catch(() => [])).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('a signal while a command waits for a pipe to which nobody writes', () => {
  it.each([[['user', 'sync', 'pipe', '-n']], [['local', 'load', 'pipe']]])('ends it: %j', async (args) => {
    const { folder, store, file } = await createWorkspace();
    await file('users.csv', usersCsv(1));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const child = startProgram(args, { cwd: folder, env: { EXAMCTL_STORE: store } });
    void atRest(child).then(() => child.kill('SIGTERM'));
    const { code, stderr } = await ended(child);
    expect(code).toBe(143);
    expect(stderr).toContain('examctl: Interrupted');
  });
});

it('a second signal ends a server at once, and nothing is said of runs', async () => {
  const { folder, store } = await createWorkspace();
  const env = { EXAMCTL_STORE: store, EXAMCTL_TOKEN: 'token-of-no-worth' };
  const child = startProgram(['serve', '--port', '0', '--drain', '1m'], { cwd: folder, env });
  const end = ended(child);
  child.stdout.once('data', () => child.kill('SIGTERM'));
  child.stderr.on('data', (text) => String(text).includes('Stopping') && child.kill('SIGTERM'));
  const { code, stderr } = await end;
  expect(code).toBe(143);
  expect(stderr).toMatch(/examctl: Ended at once\.\n$/);
});

describe.runIf(process.platform === 'linux')('a standard output that cannot be written', () => {
  it('stops a server, which lets go of its store', async () => {
    const { folder, store, run } = await createWorkspace();
    const command = [process.execPath, PROGRAM, 'serve', '--port', '0', '--store', store];
    const env = { ...process.env, EXAMCTL_TOKEN: 'token-of-no-worth' };
    const child = spawn('sh', ['-c', 'exec "$@" > /dev/full', 'sh', ...command], { cwd: folder, env });
    expect((await ended(child)).code).toBe(1);
    expect((await run(['local', 'init'])).code).toBe(0);
  });

  it('is told in a line on standard error, without a stack', async () => {
    const { folder, store } = await createWorkspace();
    const command = [process.execPath, PROGRAM, 'local', 'show', 'users', '--json', '--store', store];
    const child = spawn('sh', ['-c', 'exec "$@" > /dev/full', 'sh', ...command], { cwd: folder });
    const { code, stderr } = await ended(child);
    expect(code).toBe(1);
    expect(stderr).toMatch(/standard output cannot be written/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

it.runIf(process.platform === 'linux').each([
  [2, ['user', 'sync', 'no-such-file.csv']],
  [2, ['local', 'verify', '--store', 'no-such-store']],
  [3, ['validate', 'users', 'wrong.csv']],
])('standard error that cannot be written leaves the exit code %i as it is: %j', async (expected, args) => {
  const { folder, file } = await createWorkspace();
  await file('wrong.csv', 'ExternalId\nu-1\n');
  const command = [process.execPath, PROGRAM, ...args];
  const child = spawn('sh', ['-c', 'exec "$@" 2> /dev/full', 'sh', ...command], { cwd: folder });
  expect((await ended(child)).code).toBe(expected);
});

/** As another process would that writes to it. */
async function holdStore(folder: string): Promise<() => Promise<void>> {
  const store = await openJsonStore(folder, { mode: 'write', command: 'a test' });
  return () => store.close();
}
