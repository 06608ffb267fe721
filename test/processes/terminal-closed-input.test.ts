import { spawn } from 'node:child_process';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/cli/in-process.ts';
import { type Ended, PROGRAM } from '../support/cli/program.ts';
import { createWorkspace, digestsOf, type Workspace } from '../support/cli/workspace.ts';

/** One that waits would wait for ever; a busy machine takes its time to start one. */
const MAX_MS = 30_000;

/** What standard input is, and how the shell makes it so. An open pipe stays open until the program has ended. */
const INPUTS = { closed: '<&-', '/dev/null': '</dev/null', 'an open empty pipe': '' } as const;

const COMMANDS = [
  ['user sync', 'FILE is missing'],
  ['collection add', '--title is missing'],
  ['collection add --owner scheduler.one', '--title is missing'],
  ['schedule push', 'FILE is missing'],
  ['schedule push --title Law', '--assessment-ext-id, --start-date-time'],
  ['invigilators remove', 'SCHEDULE is missing'],
  ['invigilators remove S-1', 'ID is missing'],
  ['invigilators remove S-1 u-6', '--yes is missing'],
  ['review-session show', 'ID is missing'],
] as const;

describe('with nobody to ask', () => {
  it.each(COMMANDS)('%s names what is missing and never waits', async (command, says) => {
    const workspace = await createWorkspace();
    const before = await digestsOf(workspace.store);
    for (const input of [Readable.from([]), new PassThrough()]) {
      const run = (...flags: string[]) => runInProcess([...command.split(' '), ...flags], at(workspace, input));
      expectMissing(await run(), says);
      const json = await run('--json');
      expect(json.code).toBe(2);
      expect(JSON.parse(json.stdout)).toMatchObject({
        exitCode: 2,
        error: { name: 'UsageError', message: expect.stringContaining(says) },
      });
    }
    expect(await digestsOf(workspace.store)).toEqual(before);
  });

  it.each(Object.entries(INPUTS))(
    'a process whose standard input is %s does not wait for it',
    async (_, redirection) => {
      const workspace = await createWorkspace();
      for (const [command, says] of COMMANDS.slice(0, 2)) {
        expectMissing(await runInShell(workspace, command, redirection), says);
      }
    },
  );
});

function at({ folder, store }: Workspace, stdin: Readable) {
  return { cwd: folder, env: { EXAMCTL_STORE: store }, stdin };
}

function expectMissing(ended: Ended, says: string): void {
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(says) });
}

/** Fails by itself where the program is still there after that time. */
function runInShell({ folder, store }: Workspace, command: string, redirection: string) {
  const script = `exec "$0" "$1" ${command} ${redirection}`;
  const child = spawn('sh', ['-c', script, process.execPath, PROGRAM], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, LANG: 'C.UTF-8', EXAMCTL_STORE: store },
    timeout: MAX_MS,
    killSignal: 'SIGKILL',
  });
  child.stdin.on('error', () => {});
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  return new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
