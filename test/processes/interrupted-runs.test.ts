/** Runs that a signal stops or kills: what they tell is true, and resume completes them. */
import { describe, expect, it } from 'vitest';
import { amount } from '../support/amount.ts';
import { startAnsweringServer, TOKEN } from '../support/chaos/answering-server.ts';
import { ended, startProgram } from '../support/cli/program.ts';
import { runIds, type ShownRun, showRun } from '../support/cli/shown-runs.ts';
import { csv, row, usersCsv } from '../support/cli/sitting-list.ts';
import { createWorkspace, parseLines, type Workspace } from '../support/cli/workspace.ts';

describe('a run against a remote, interrupted', () => {
  it('it finishes what it has begun, tells how to go on, and ends with 143', async () => {
    const space = await createWorkspace();
    // Those that are sent after the signal need no waiting.
    const server = await startAnsweringServer((_, index) => ({ afterMs: index < 10 ? 300 : 0 }));
    const file = await space.file('users.csv', usersCsv(30));
    const args = ['user', 'sync', file, '--base-url', server.url, '--concurrency', '3'];
    const child = startProgram(args, { cwd: space.folder, env: TOKEN });
    child.stdin.end();
    const end = ended(child);
    await server.came(5);
    child.kill('SIGTERM');
    const { code, stdout, stderr } = await end;
    expect(code).toBe(143);
    const [, resume = '', run = ''] = /examctl (runs resume (\S+))/.exec(stdout + stderr) ?? [];
    expect(resume).not.toBe('');
    const sentBefore = server.bodies.length;
    expect(sentBefore).toBeLessThan(10);
    const shown = JSON.parse((await space.run(['runs', 'show', run, '--json'])).stdout);
    expect(shown).toMatchObject({ succeeded: sentBefore, unknown: 0, open: 30 - sentBefore, ended: 143 });
    const resumed = await space.json(resume.split(' '), { env: TOKEN });
    expect(resumed.code).toBe(0);
    expect(server.bodies.map(({ ExternalId }) => ExternalId).sort()).toEqual(
      Array.from({ length: 30 }, (_, i) => `u-${i}`).sort(),
    );
  });

  it('tells by ndjson only what is certain', async () => {
    const space = await createWorkspace();
    const server = await startAnsweringServer((_, index) => ({ afterMs: index < 4 ? 0 : 60_000 }));
    const file = await space.file('users.csv', usersCsv(10));
    const args = ['user', 'sync', file, '--base-url', server.url, '-o', 'ndjson', '--concurrency', '2'];
    const child = startProgram(args, { cwd: space.folder, env: TOKEN });
    child.stdin.end();
    const allTold = new Promise<void>((resolve) => {
      let results = 0;
      child.stdout.on('data', (chunk: Buffer) => {
        results += chunk.toString().split('"event":"result"').length - 1;
        if (results === 4) resolve();
      });
    });
    const end = ended(child);
    await Promise.all([server.came(6), allTold]);
    child.kill('SIGKILL');
    const events = parseLines<{ event: string; key: string; outcome: string }>((await end).stdout);
    const told = events.filter(({ event }) => event === 'result').map(({ key, outcome }) => `${key} ${outcome}`);
    // With two connections, u-4 may come before u-3.
    const answered = server.bodies.slice(0, 4).map(({ ExternalId }) => `${ExternalId} succeeded`);
    expect(told.sort()).toEqual(answered.sort());
  });
});

describe('killed at any moment, a local push', () => {
  it.each([
    ['as it is', []],
    ['with --upsert', ['--upsert']],
  ] as const)(
    '%s has done all or nothing, claims nothing that is not so, and is done by the same command',
    async (_, flags) => {
      for (let turn = 0; turn < amount(2, 60); turn += 1) await killAndRepeat(flags, turn);
    },
  );
});

const SCHEDULES = 40;
const CANDIDATES_EACH = 5;

function sittings(): string {
  const rows = Array.from({ length: SCHEDULES * CANDIDATES_EACH }, (_, index) =>
    row(index, { ScheduleExtId: `S-${Math.floor(index / CANDIDATES_EACH)}` }),
  );
  return csv(rows);
}

/** Killed while it decides or commits; then sent again. A local run is one transaction. */
async function killAndRepeat(flags: readonly string[], turn: number): Promise<void> {
  const space = await createWorkspace();
  const list = await space.file('sittings.csv', sittings());
  const args = ['schedule', 'push', list, ...flags, '-o', 'ndjson'];
  const child = startProgram(args, { cwd: space.folder, env: { EXAMCTL_STORE: space.store } });
  child.stdin.end();
  child.stderr.once('data', () => setTimeout(() => child.kill('SIGKILL'), turn < 2 ? turn * 80 : Math.random() * 400));
  await ended(child);
  for (const run of await runIds(space)) await expectTrueClaims(space, run);
  const entries = await space.entries<{ Schedule: { ScheduleExtId: string } }>('schedules');
  const there = entries.filter(({ Schedule }) => /^S-\d+$/.test(Schedule.ScheduleExtId)).length;
  expect([0, SCHEDULES]).toContain(there);
  expect((await space.run(['local', 'verify'])).code).toBe(0);
  const again = await space.json(['schedule', 'push', list, '--upsert']);
  expect(again.code).toBe(0);
  expect(again.report.counts).toMatchObject({ failed: 0, unknown: 0, create: SCHEDULES - there, unchanged: there });
}

async function expectTrueClaims(space: Workspace, run: string): Promise<ShownRun> {
  const shown = await showRun(space, run);
  const entries = await space.entries<{ Schedule: { ScheduleExtId: string } }>('schedules');
  const there = new Set(entries.map(({ Schedule }) => Schedule.ScheduleExtId));
  // A record that was killed before its first line was whole cannot be read, and claims nothing.
  for (const { key, outcome } of shown.records ?? []) {
    if (outcome === 'succeeded') expect(there).toContain(key);
    if (outcome === 'failed' || outcome === 'not begun') expect(there).not.toContain(key);
  }
  return shown;
}
