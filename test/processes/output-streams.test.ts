/** What the program sends to a terminal, and to a reader who leaves. */
import * as pty from '@lydell/node-pty';
import { describe, expect, it } from 'vitest';
import { ended, PROGRAM, startProgram } from '../support/cli/program.ts';
import { csv, row } from '../support/cli/sitting-list.ts';
import { createLastingWorkspace, createWorkspace, FAULTY, type Workspace } from '../support/cli/workspace.ts';

/** Runs the program at a terminal of so many columns, and gives what the terminal was sent. */
function atTerminal({ folder, store }: Workspace, args: readonly string[], cols: number, env = {}): Promise<string> {
  const child = pty.spawn(process.execPath, [PROGRAM, ...args], {
    cols,
    rows: 30,
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', LANG: 'C.UTF-8', EXAMCTL_STORE: store, ...env },
  });
  let text = '';
  child.onData((data) => {
    text += data;
  });
  return new Promise((resolve) => {
    child.onExit(() => resolve(text));
  });
}

let pushed: Promise<Workspace> | undefined;

const TITLE = 'Contract law, Law, year 1';
/** More than a pipe holds. */
const LONG_LIST = csv(
  Array.from({ length: 400 }, (_, index) => row(index, { ScheduleExtId: `S-${index % 40}`, Title: TITLE })),
);

/** A long list in a store, pushed once for those who only read it. */
function pushedList(): Promise<Workspace> {
  pushed ??= createLastingWorkspace().then(async (workspace) => {
    await workspace.run(['schedule', 'push', await workspace.file('s.csv', LONG_LIST)]);
    return workspace;
  });
  return pushed;
}

it('colour is for terminals that want it', async () => {
  const workspace = await createWorkspace();
  const file = await workspace.file('faulty.csv', csv([{ ...row(), Email: 'ada' }]));
  const args = ['validate', 'schedules', file];
  expect(await atTerminal(workspace, args, 120)).toContain('\u001b[31m');
  expect(await atTerminal(workspace, args, 120, { NO_COLOR: '1' })).not.toContain('\u001b[3');
  expect(await atTerminal(workspace, [...args, '--no-color'], 120)).not.toContain('\u001b[3');
  expect(await atTerminal(workspace, args, 120, { TERM: 'dumb' })).not.toContain('\u001b');
  expect((await workspace.run(args)).stdout).not.toContain('\u001b');
  expect((await workspace.run(args, { env: { FORCE_COLOR: '1' } })).stdout).toContain('\u001b[31m');
});

describe('a reader who has read enough', () => {
  it.each([
    ['a long listing', ['local', 'show', 'schedules', '-o', 'ndjson'], 0],
    ['a long report', ['validate', 'schedules', FAULTY, '--json'], 3],
    ['help', ['schedule', 'push', '--help'], 0],
  ])('is no fault: %s', async (_, args, code) => {
    const { store } = await pushedList();
    const child = startProgram(args, { env: { EXAMCTL_STORE: store } });
    child.stdin.end();
    const end = ended(child).catch(() => undefined);
    child.stdout.once('data', () => child.stdout.destroy());
    const [exit] = await Promise.all([new Promise((resolve) => child.once('exit', resolve)), end]);
    expect(exit).toBe(code);
  });

  it('does not stop the work', async () => {
    const { store, entries, file } = await createWorkspace();
    const child = startProgram(['schedule', 'push', await file('s.csv', LONG_LIST), '-o', 'ndjson'], {
      env: { EXAMCTL_STORE: store },
    });
    child.stdin.end();
    child.stdout.once('data', () => child.stdout.destroy());
    const errors: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
    expect(Buffer.concat(errors).toString()).toBe(`Sending to the local platform in ${store}\n`);
    expect((await entries('schedules')).length).toBeGreaterThanOrEqual(40);
  });
});
