import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { BulkReport } from '../../src/model/report.ts';
import { startAnsweringServer } from '../support/chaos/answering-server.ts';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';
import { withTerminal } from '../support/terminal/flow.ts';
import { KEYS, type Terminal } from '../support/terminal/terminal.ts';

/** Records that take their time: passwords are hashed while their requests are decided. */
const USERS = 1_000;
const EVERY_WITH_PASSWORD = 10;
const SUSPENDED_MS = 500;
const PATIENCE_MS = 20_000;

let folder = '';
let list = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'examctl-list-'));
  list = join(folder, 'users.csv');
  const rows = Array.from({ length: USERS }, (_, index) => {
    const password = index % EVERY_WITH_PASSWORD === 0 ? `Secret-${index}` : '';
    return `9${index},Ada,Byron,Candidate,${password}\n`;
  });
  await writeFile(list, `ExternalId,FirstName,LastName,Role,Password\n${rows.join('')}`);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function syncing<T>({ folder: cwd, store }: Workspace, work: (terminal: Terminal) => Promise<T>): Promise<T> {
  return withTerminal(['user', 'sync', list], { cwd, env: { EXAMCTL_STORE: store } }, work);
}

function expectTidyEnd({ isCursorShown, cursorColumn, screen, written }: Terminal): void {
  expect(isCursorShown()).toBe(true);
  expect(cursorColumn()).toBe(0);
  expect(written().lastIndexOf('\u001b[?25h')).toBeGreaterThanOrEqual(written().lastIndexOf('\u001b[?25l'));
  expect(screen()).not.toMatch(/^\s+at .*:\d+/m);
  expect(screen()).not.toMatch(/(?:reading|sending) users: [\d,]+ of/);
}

async function storedUsers({ entries }: Workspace): Promise<number> {
  const all = await entries<{ ExternalId: string }>('users');
  return all.filter(({ ExternalId }) => /^9/.test(ExternalId)).length;
}

describe('a long push at a terminal', { timeout: 150_000 }, () => {
  it('shows how far it is, and has changed nothing after Ctrl-C; the same command then does it', async () => {
    const workspace = await createWorkspace();
    const past = await storedUsers(workspace);
    await syncing(workspace, async (terminal) => {
      await vi.waitFor(() => expect(terminal.screen()).toMatch(/reading users: [1-9]/), PATIENCE_MS);
      terminal.type(KEYS.ctrlC);
      expect(await terminal.exit).toBe(130);
      expectTidyEnd(terminal);
    });
    expect(await storedUsers(workspace)).toBe(past);
    const { code, stdout } = await workspace.run(['user', 'sync', list, '--json']);
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as BulkReport).counts).toMatchObject({ sent: USERS, succeeded: USERS });
    expect((await storedUsers(workspace)) - past).toBe(USERS);
  });

  it('ends at SIGTERM with 143', async () => {
    const { folder: cwd } = await createWorkspace();
    const server = await startAnsweringServer(() => ({ afterMs: 100 }));
    const args = ['user', 'sync', list, '--base-url', server.url];
    await withTerminal(args, { cwd, env: { EXAMCTL_TOKEN: 'a-token-for-this-test' } }, async (terminal) => {
      await terminal.sees('sending users: ');
      terminal.kill('SIGTERM');
      expect(await terminal.exit).toBe(143);
      expectTidyEnd(terminal);
      expect(terminal.screen()).toContain('examctl runs resume ');
    });
  });
});

/** A list writes its text first, and hides the cursor in a second write. */
function untilCursor(terminal: Terminal, isShown: boolean): Promise<void> {
  return vi.waitFor(() => expect(terminal.isCursorShown()).toBe(isShown), PATIENCE_MS);
}

it('after Ctrl-Z while users are decided, the shell has its cursor, and the work goes on after fg', async () => {
  const workspace = await createWorkspace();
  await syncing(workspace, async (terminal) => {
    await terminal.sees('reading users: ');
    terminal.type(KEYS.ctrlZ);
    await sleep(SUSPENDED_MS);
    expect(terminal.isCursorShown()).toBe(true);
    terminal.kill('SIGCONT');
    expect(await terminal.exit).toBe(0);
    expectTidyEnd(terminal);
  });
});

describe('a question', () => {
  async function suspendAndContinue(terminal: Terminal): Promise<void> {
    terminal.type(KEYS.ctrlZ);
    // Nothing shows when the program has seen the key. If it has not by then, it is not stopped, and the test shows less.
    await sleep(SUSPENDED_MS);
    terminal.kill('SIGCONT');
    await sleep(SUSPENDED_MS);
  }

  it('shows the cursor that a list hides before Ctrl-Z stops it, and hides it again afterwards', async () => {
    const { folder: cwd, store } = await createWorkspace();
    await withTerminal(['schedule', 'push'], { cwd, env: { EXAMCTL_STORE: store } }, async (terminal) => {
      await terminal.sees('? AssessmentExtId');
      await untilCursor(terminal, false);
      terminal.type(KEYS.ctrlZ);
      await untilCursor(terminal, true);
      terminal.kill('SIGCONT');
      await untilCursor(terminal, false);
      terminal.type(KEYS.ctrlC);
      expect(await terminal.exit).toBe(130);
    });
  });

  it('is shown again after Ctrl-Z and fg, with what was typed, and the command goes its way', async () => {
    const { folder: cwd, store } = await createWorkspace();
    await withTerminal(['user', 'sync'], { cwd, env: { EXAMCTL_STORE: store } }, async (terminal) => {
      await terminal.sees('? ExternalId');
      terminal.type('u-90');
      await terminal.sees('u-90');
      const before = terminal.written().length;
      await suspendAndContinue(terminal);
      expect(terminal.written().slice(before)).toMatch(/ExternalId.*u-90/);
      terminal.type(`0${KEYS.enter}`);
      await terminal.sees('? FirstName');
      terminal.type(KEYS.ctrlC);
      expect(await terminal.exit).toBe(130);
      expect(terminal.screen()).toContain('u-900');
    });
  });

  it.each([
    ['Ctrl-C', KEYS.ctrlC],
    ['an answer', `n${KEYS.enter}`],
  ])('that is the last one lets the command end after Ctrl-Z and fg, by %s', async (_, keys) => {
    const { folder: cwd, store } = await createWorkspace();
    const args = ['invigilators', 'remove', 'LAW-101-2026-001', 'u-6'];
    await withTerminal(args, { cwd, env: { EXAMCTL_STORE: store } }, async (terminal) => {
      await terminal.sees('? Remove u-6');
      await suspendAndContinue(terminal);
      terminal.type(keys);
      expect(await terminal.exit).toBe(130);
      expectTidyEnd(terminal);
    });
  });

  it.each([
    ['a text', 'user sync', '? ExternalId'],
    ['a choice', 'schedule push', '? AssessmentExtId'],
    ['a yes or no', 'invigilators remove LAW-101-2026-001 u-6', '? Remove u-6'],
    ['a secret', 'collection add --base-url http://127.0.0.1:1 --title Law', '? Token of the remote platform'],
  ])('for %s takes Ctrl-D as Ctrl-C: one message, and 130', async (_, command, question) => {
    const { folder: cwd, store } = await createWorkspace();
    const env = command.includes('--base-url') ? {} : { EXAMCTL_STORE: store };
    await withTerminal([...command.split(' '), '--json'], { cwd, env }, async (terminal) => {
      await terminal.sees(question);
      terminal.type(KEYS.ctrlD);
      expect(await terminal.exit).toBe(130);
      expectTidyEnd(terminal);
      expect(terminal.screen().match(/"exitCode": \d+/g)).toEqual(['"exitCode": 130']);
      expect(terminal.screen()).not.toContain('fault');
    });
  });
});
