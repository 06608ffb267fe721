/** Runs that are cut short, gone on with and retried, as users do it: the built program and a store of its own. */
import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ended, startProgram } from '../support/cli/program.ts';
import { csv, row } from '../support/cli/sitting-list.ts';
import { createWorkspace, digestsOf, SITTINGS, type Workspace } from '../support/cli/workspace.ts';

const USERS = 'ExternalId,FirstName,LastName,Email\n';

function usersCsv(count: number): string {
  return USERS + Array.from({ length: count }, (_, i) => `u-${i},Ada,Byron,u${i}@example.org\n`).join('');
}

async function runIds(space: Workspace): Promise<string[]> {
  const names = await readdir(join(space.folder, '.examctl/runs')).catch(() => []);
  return names.filter((name) => /^\d/.test(name)).map((name) => name.replace('.ndjson', ''));
}

interface ShownRun {
  readonly succeeded: number;
  readonly failed: number;
  readonly open: number;
  readonly records: readonly { readonly key: string; readonly outcome: string }[];
}

async function showRun(space: Workspace, run: string): Promise<ShownRun> {
  const { stdout } = await space.run(['runs', 'show', run, '--json']);
  return JSON.parse(stdout) as ShownRun;
}

describe('the record of a run', () => {
  it('is for its owner alone, and is listed and shown', async () => {
    const space = await createWorkspace();
    const file = await space.file('users.csv', usersCsv(3));
    const { report } = await space.json(['user', 'sync', file]);
    const folder = join(space.folder, '.examctl/runs');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, `${report.run}.ndjson`))).mode & 0o777).toBe(0o600);
    const list = await space.run(['runs', 'list', '--json']);
    expect(JSON.parse(list.stdout)).toMatchObject([{ run: report.run, command: 'user sync', input: file, ended: 0 }]);
    expect((await showRun(space, String(report.run))).records.map(({ outcome }) => outcome)).toEqual([
      'succeeded',
      'succeeded',
      'succeeded',
    ]);
  });

  it.each(['../../x', '..', '/etc/passwd', 'x'])('is not looked for at %s', async (id) => {
    const space = await createWorkspace();
    for (const verb of ['show', 'resume', 'retry']) {
      const { code, stderr } = await space.run(['runs', verb, id]);
      expect(code).toBe(2);
      expect(stderr).toContain('is not the id of a run');
    }
  });

  it('keeps the guards of a plan that was not made to its end', async () => {
    const space = await createWorkspace();
    const { report } = await space.json(['user', 'sync', await space.file('u.csv', usersCsv(3)), '--max-changes', '3']);
    const path = join(space.folder, '.examctl/runs', `${report.run}.ndjson`);
    const [header = ''] = (await readFile(path, 'utf8')).split('\n');
    await writeFile(path, `${header.replace('"maxChanges":{"records":3}', '"maxChanges":{"records":2}')}\n`);
    await space.run(['user', 'sync', await space.file('others.csv', usersCsv(3).replaceAll('Byron', 'Lovelace'))]);
    const resumed = await space.json(['runs', 'resume', String(report.run)]);
    expect(resumed).toMatchObject({ code: 8, report: { error: { name: 'GuardError' }, counts: { sent: 0 } } });
  });

  it('of a dry run does not exist', async () => {
    const space = await createWorkspace();
    await space.run(['user', 'sync', await space.file('users.csv', usersCsv(1)), '--dry-run']);
    expect(await runIds(space)).toEqual([]);
  });
});

describe('going on is refused', () => {
  it('where the input has changed, by its name; --force goes on', async () => {
    const space = await createWorkspace();
    const file = await space.file('users.csv', usersCsv(2));
    const { report } = await space.json(['user', 'sync', file]);
    await appendFile(file, 'u-new,New,Byron,new@example.org\n');
    for (const verb of ['resume', 'retry']) {
      const { code, stderr } = await space.run(['runs', verb, String(report.run)]);
      expect(code).toBe(2);
      expect(stderr).toContain(`${file} has changed since the run began`);
      expect(stderr).toContain('--force');
    }
    const forced = await space.json(['runs', 'resume', String(report.run), '--force']);
    expect(forced.code).toBe(0);
    expect((await space.entries<{ ExternalId: string }>('users')).map(({ ExternalId }) => ExternalId)).toContain(
      'u-new',
    );
    expect((await showRun(space, String(report.run))).records).toHaveLength(3);
  });

  it('where the input was standard input', async () => {
    const space = await createWorkspace();
    const { report } = await space.json(['user', 'sync', '-', '--format', 'csv'], { input: usersCsv(1) });
    const { code, stderr } = await space.run(['runs', 'resume', String(report.run)]);
    expect(code).toBe(2);
    expect(stderr).toContain('its input was not a file');
  });

  it('at another target than before', async () => {
    const space = await createWorkspace();
    const { report } = await space.json(['user', 'sync', await space.file('users.csv', usersCsv(1))]);
    const { code, stderr } = await space.run(['runs', 'resume', String(report.run), '--store', 'elsewhere']);
    expect(code).toBe(2);
    expect(stderr).toContain('not to elsewhere');
  });
});

it('retry sends again what failed, and nothing else', async () => {
  const space = await createWorkspace();
  const file = await space.file(
    'list.csv',
    csv([row(1), row(2, { ScheduleExtId: 'S-2' }), row(3, { ScheduleExtId: 'S-3' })]),
  );
  await space.run(['schedule', 'push', '-', '--format', 'csv', '-q'], {
    input: csv([row(1, { ScheduleExtId: 'S-2' })]),
  });
  const first = await space.json(['schedule', 'push', file]);
  expect(first.code).toBe(4);
  const run = String(first.report.run);
  expect(await showRun(space, run)).toMatchObject({ succeeded: 2, failed: 1 });
  const again = await space.json(['runs', 'retry', run]);
  expect(again.code).toBe(4);
  const record =
    (await readFile(join(space.folder, '.examctl/runs', `${run}.ndjson`), 'utf8')).split('"segment"')[1] ?? '';
  expect(record.match(/"begun"/g)).toHaveLength(1);
});

it.each(['resume', 'retry'])(
  '%s of a run that is done says that nothing is left, and claims no new work',
  async (verb) => {
    const space = await createWorkspace();
    const { report } = await space.json(['user', 'sync', await space.file('users.csv', usersCsv(3))]);
    const before = await digestsOf(space.store);
    const { code, stdout, stderr } = await space.run(['runs', verb, String(report.run)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `Run ${report.run} has nothing left to ${verb}.\n` });
    expect(stdout).toContain('The run in all: 3 users: 3 unchanged.');
    expect(await digestsOf(space.store)).toEqual(before);
  },
);

describe('killed at any moment, a local push', () => {
  it.each([
    ['as it is', []],
    ['with --upsert', ['--upsert']],
  ] as const)(
    '%s is completed by resume, and claims nothing that is not so',
    async (_, flags) => {
      for (const turn of [0, 2]) await killAndResume(flags, turn);
    },
    120_000,
  );
});

/** Killed after some of its results were told; then gone on with to the end. */
async function killAndResume(flags: readonly string[], turn: number): Promise<void> {
  const space = await createWorkspace();
  const args = ['schedule', 'push', SITTINGS, ...flags, '-o', 'ndjson', '--concurrency', String([1, 4, 32, 8][turn])];
  const child = startProgram(args, { cwd: space.folder, env: { EXAMCTL_STORE: space.store } });
  child.stdin.end();
  let told = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString().split('"event":"result"').length - 1;
    if (told > turn * 7) setTimeout(() => child.kill('SIGKILL'), turn);
  });
  await ended(child);
  const [run = ''] = await runIds(space);
  await expectTrueClaims(space, run);
  const resumed = await space.json(['runs', 'resume', run]);
  expect(resumed.report.error).toBeNull();
  expect(resumed.code).toBe(0);
  const shown = await expectTrueClaims(space, run);
  expect(shown).toMatchObject({ succeeded: 40, failed: 0, open: 0 });
  expect(resumed.report.counts).toMatchObject({ succeeded: 40, failed: 0, unknown: 0 });
}

async function expectTrueClaims(space: Workspace, run: string): Promise<ShownRun> {
  const shown = await showRun(space, run);
  const entries = await space.entries<{ Schedule: { ScheduleExtId: string } }>('schedules');
  const there = new Set(entries.map(({ Schedule }) => Schedule.ScheduleExtId));
  for (const { key, outcome } of shown.records) {
    if (outcome === 'succeeded') expect(there).toContain(key);
    if (outcome === 'failed' || outcome === 'not begun') expect(there).not.toContain(key);
  }
  return shown;
}

it('what a run has done and the platform has otherwise by now is told of, and not sent again', async () => {
  const space = await createWorkspace();
  const { report } = await space.json(['user', 'sync', await space.file('u.csv', usersCsv(3))]);
  await space.run(['user', 'sync', await space.file('one.csv', usersCsv(1).replace('Ada', 'Augusta'))]);
  const before = await digestsOf(space.store);
  const resumed = await space.json(['runs', 'resume', String(report.run)]);
  expect(resumed).toMatchObject({ code: 0, report: { counts: { succeeded: 3 } } });
  expect(resumed.report.findings).toMatchObject([{ severity: 'warning', key: 'u-0', rule: 'run.row.undone' }]);
  expect(await digestsOf(space.store)).toEqual(before);
});

it('what was begun and refused because it existed before is still refused by resume, and not taken for done', async () => {
  const space = await createWorkspace();
  const sittings = (title: string) => csv([row(1, { Title: title }), row(2, { ScheduleExtId: 'S-2', Title: title })]);
  await space.run(['schedule', 'push', await space.file('s.csv', sittings('Law'))]);
  const before = await digestsOf(space.store);
  const { code, report } = await space.json(['schedule', 'push', await space.file('s.csv', sittings('Other'))]);
  expect(code).toBe(4);
  const path = join(space.folder, '.examctl/runs', `${report.run}.ndjson`);
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => !/"type":"(?:outcome|ended)"/.test(line));
  await writeFile(path, lines.join('\n'));
  const resumed = await space.json(['runs', 'resume', String(report.run)]);
  expect(resumed).toMatchObject({ code: 4, report: { counts: { succeeded: 0, failed: 2, unknown: 0 } } });
  expect(await digestsOf(space.store)).toEqual(before);
});

it('a record that is cut off in its last line can be gone on with', async () => {
  const space = await createWorkspace();
  const { report } = await space.json(['user', 'sync', await space.file('users.csv', usersCsv(4))]);
  const path = join(space.folder, '.examctl/runs', `${report.run}.ndjson`);
  const lines = (await readFile(path, 'utf8')).split('\n');
  const lastOutcome = lines.findLastIndex((line) => line.includes('"outcome"'));
  await writeFile(path, `${lines.slice(0, lastOutcome).join('\n')}\n${lines[lastOutcome]?.slice(0, 20)}`);
  expect(await showRun(space, String(report.run))).toMatchObject({ succeeded: 3 });
  const resumed = await space.json(['runs', 'resume', String(report.run)]);
  expect(resumed.code).toBe(0);
  expect(await showRun(space, String(report.run))).toMatchObject({ succeeded: 4, open: 0 });
});
