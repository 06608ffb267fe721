/** Tests of the runner itself: runs in one process must not affect each other. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runInProcess } from '../support/cli/in-process.ts';

const USERS = 'ExternalId,FirstName,LastName\n';

async function folderWith(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'examctl-in-process-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, name), text);
  return folder;
}

it('runs at once in two folders read and write the files of their own', async () => {
  const before = process.cwd();
  const folders = await Promise.all([
    folderWith('users.csv', `${USERS}u-1,Ada,Byron\n`),
    folderWith('users.csv', `${USERS}u-2,,Byron\n`),
  ]);
  const args = ['validate', 'users', 'users.csv', '--report', 'report.json'];
  const ends = await Promise.all(folders.map((cwd) => runInProcess(args, { cwd })));
  expect(ends.map(({ code }) => code)).toEqual([0, 3]);
  const reports = await Promise.all(folders.map((folder) => readFile(join(folder, 'report.json'), 'utf8')));
  expect(reports.map((text) => (JSON.parse(text) as { findings: unknown[] }).findings.length)).toEqual([0, 1]);
  expect(process.cwd()).toBe(before);
});

it('a run uses the store of its own environment, and does not change the exit code of this process', async () => {
  const { exitCode } = process;
  const cwd = await folderWith('users.csv', `${USERS}u-1,Ada,Byron\n`);
  const [there, missing] = [{ EXAMCTL_STORE: 'there' }, { EXAMCTL_STORE: 'missing' }];
  expect(await runInProcess(['local', 'init'], { cwd, env: there })).toEqual({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('Made an empty store in there.'),
  });
  const shown = await Promise.all(
    [there, missing].map((env) => runInProcess(['local', 'show', 'users', '-o', 'ndjson'], { cwd, env })),
  );
  expect(shown[0]).toMatchObject({ code: 0, stdout: '' });
  expect(shown[1]).toMatchObject({ code: 2, stdout: expect.stringContaining('There is no store in missing') });
  expect(process.exitCode).toBe(exitCode);
});

it('a run reads the standard input that it is given', async () => {
  const input = `${USERS}u-1,Ada,Byron\n`;
  expect(await runInProcess(['validate', 'users', '-'], { input })).toMatchObject({ code: 0 });
  expect((await runInProcess(['validate', 'users', '-'])).stderr).toContain('standard input: the file is empty');
});
