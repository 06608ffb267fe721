import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { PROGRAM } from '../support/cli/program.ts';
import { createWorkspace, digestsOf, type Workspace } from '../support/cli/workspace.ts';

const MAX_MS = 5_000;

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

describe.each(Object.entries(INPUTS))('with %s as standard input', (_, redirection) => {
  it.each(COMMANDS)('%s names what is missing and never waits', async (command, says) => {
    const workspace = await createWorkspace();
    const before = await digestsOf(workspace.store);
    const plain = await runInShell(workspace, command, redirection);
    expect(plain).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(says) });
    const json = await runInShell(workspace, `${command} --json`, redirection);
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout)).toMatchObject({
      exitCode: 2,
      error: { name: 'UsageError', message: expect.stringContaining(says) },
    });
    expect(await digestsOf(workspace.store)).toEqual(before);
  });
});

/** Fails by itself where the program is still there after five seconds. */
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
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
