/** What the program sends to a terminal, and to a reader who leaves. */
import * as pty from '@lydell/node-pty';
import { describe, expect, it } from 'vitest';
import { EVIL, LIVE } from '../support/cli/control-characters.ts';
import { ended, PROGRAM, startProgram } from '../support/cli/program.ts';
import { csv, row } from '../support/cli/sitting-list.ts';
import { SMALL_SESSION } from '../support/cli/small-session.ts';
import { createLastingWorkspace, createWorkspace, FAULTY, SITTINGS, type Workspace } from '../support/cli/workspace.ts';
import { converse } from '../support/terminal/flow.ts';
import { openInProcess } from '../support/terminal/in-process.ts';

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

describe('a table', () => {
  it('fits the terminal, and is whole where it is piped', async () => {
    const workspace = await pushedList();
    const narrow = await atTerminal(workspace, ['local', 'show', 'schedules'], 80, { NO_COLOR: '1' });
    const lines = narrow.split('\r\n');
    expect(lines.length).toBeGreaterThan(40);
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(80);
    const piped = await workspace.run(['local', 'show', 'schedules']);
    expect(piped.stdout).not.toContain('…');
    expect(piped.stdout).toContain(TITLE);
  });

  it.each([60, 80, 200])('of a review session fits a terminal of %i columns', async (columns) => {
    const { folder: cwd, store, load } = await createWorkspace();
    await load(SMALL_SESSION);
    for (const id of ['RS-9', 'RS-LAW-101-2026']) {
      const at = { cwd, env: { EXAMCTL_STORE: store }, columns, open: openInProcess };
      const { code, terminal } = await converse(['review-session', 'show', id], [], at);
      expect(code).toBe(0);
      // A line that is longer than the terminal is wide would have been broken in two: then a border stands alone.
      for (const line of terminal.screen().split('\n')) {
        if (/^[│┌├└]/.test(line)) expect(line).toMatch(/[│┐┤┘]$/);
        expect([...line].length).toBeLessThanOrEqual(columns);
      }
    }
  });
});

describe('colour', () => {
  it('is for terminals that want it', async () => {
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
});

it('what a terminal would obey never gets through to it in a CSV', async () => {
  const workspace = await createWorkspace();
  await workspace.file('s.csv', csv([{ ...row(), [EVIL]: 'x' }]));
  const text = await atTerminal(workspace, ['validate', 'schedules', 's.csv', '-o', 'csv'], 120, { NO_COLOR: '1' });
  expect(text).toContain('input.header.unknown');
  expect(LIVE.exec(text.replaceAll('\r\n', '\n'))).toBeNull();
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
    const { store, entries } = await createWorkspace();
    const child = startProgram(['schedule', 'push', SITTINGS, '-o', 'ndjson'], { env: { EXAMCTL_STORE: store } });
    child.stdin.end();
    child.stdout.once('data', () => child.stdout.destroy());
    const errors: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
    expect(Buffer.concat(errors).toString()).toBe(`Sending to the embedded engine in ${store}\n`);
    expect((await entries('schedules')).length).toBeGreaterThanOrEqual(40);
  });
});
