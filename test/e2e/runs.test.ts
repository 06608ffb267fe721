/** Runs that are cut short, resumed and retried, as users do it. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runIds, showRun } from '../support/cli/shown-runs.ts';
import { csv, row } from '../support/cli/sitting-list.ts';
import { createWorkspace, digestsOf } from '../support/cli/workspace.ts';

const USERS = 'ExternalId,FirstName,LastName,Email\n';

function usersCsv(count: number): string {
  return USERS + Array.from({ length: count }, (_, i) => `w-${i},Ada,Byron,u${i}@example.org\n`).join('');
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

  it.each(['../../x', 'x'])('is not looked for at %s', async (id) => {
    const space = await createWorkspace();
    for (const verb of ['show', 'resume', 'retry']) {
      const { code, stderr } = await space.run(['runs', verb, id]);
      expect(code).toBe(2);
      expect(stderr).toContain('is not the id of a run');
    }
  });

  it('is not taken for none where the folder of the runs cannot be read', async () => {
    const space = await createWorkspace();
    const env = { EXAMCTL_RUNS: await space.file('no-folder', '') };
    for (const line of [['list'], ['list', '--json'], ['show', 'latest'], ['resume', 'latest']]) {
      const { code, stdout, stderr } = await space.run(['runs', ...line], { env });
      expect({ code, text: stdout + stderr }).toMatchObject({
        code: 1,
        text: expect.stringContaining('cannot be listed'),
      });
    }
  });

  it('of a dry run does not exist', async () => {
    const space = await createWorkspace();
    await space.run(['user', 'sync', await space.file('users.csv', usersCsv(1)), '--dry-run']);
    expect(await runIds(space)).toEqual([]);
  });
});

it('going on is refused if flags were the input: what is left to do is said in words of its command', async () => {
  const space = await createWorkspace();
  const add = ['collection', 'add', '--external-id', 'c1', '--title'];
  await space.run([...add, 'One']);
  const { report } = await space.json([...add, 'Another']);
  expect(report.counts.failed).toBe(1);
  const { code, stderr } = await space.run(['runs', 'retry', String(report.run)]);
  expect(code).toBe(2);
  expect(stderr).toBe(
    `examctl: Run ${report.run} cannot be retried: its input was not a file\n  Run the command itself again.\n`,
  );
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
  expect(again.report.results.map(({ key, attempts }) => [key, attempts])).toEqual([
    ['S-1', 0],
    ['S-2', 1],
    ['S-3', 0],
  ]);
  const resumed = await space.run(['runs', 'resume', run]);
  expect(resumed).toMatchObject({ code: 2, stderr: expect.stringContaining('has nothing to resume') });
});

it.each(['retry'])('%s of a run that is done says that nothing is left, and claims no new work', async (verb) => {
  const space = await createWorkspace();
  const { report } = await space.json(['user', 'sync', await space.file('users.csv', usersCsv(3))]);
  const before = await digestsOf(space.store);
  const { code, stdout, stderr } = await space.run(['runs', verb, String(report.run)]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: `Run ${report.run} has nothing left to ${verb}.\n` });
  expect(stdout).toContain('The run in all: 3 users: 3 done before or unchanged.');
  expect(await digestsOf(space.store)).toEqual(before);
});

it.each(['retry'])('%s of a run that is done and whose file has changed says so in one message', async (verb) => {
  const space = await createWorkspace();
  const { report } = await space.json(['user', 'sync', await space.file('users.csv', usersCsv(3))]);
  await space.file('users.csv', usersCsv(4));
  const { code, stdout, stderr } = await space.run(['runs', verb, String(report.run)]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  const [first, second, ...others] = stderr.trimEnd().split('\n');
  expect(first).toMatch(
    new RegExp(`^examctl: Run ${report.run} has nothing left to ${verb}, and .*users.csv has changed since`),
  );
  expect(second).toContain('Restore the file, or add --force');
  expect(others).toEqual(['Nothing was sent.']);
});

it('a run has an id only where its record is kept', async () => {
  const space = await createWorkspace();
  const [file, wrong] = [await space.file('u.csv', usersCsv(3)), await space.file('w.csv', 'ExternalId\nu-1\n')];
  const calls: readonly (readonly [code: number, args: readonly string[]])[] = [
    [0, [file, '--dry-run']],
    [3, [wrong]],
    [8, [file, '--max-changes', '0']],
    [2, ['nowhere.csv']],
    [2, [file, '--report', '-']],
    [1, [file, '--store', join(space.folder, 'no-store')]],
  ];
  for (const [code, args] of calls) {
    const { code: found, report } = await space.json(['user', 'sync', ...args]);
    expect({ args, found: found === 0, run: report.run }).toEqual({ args, found: code === 0, run: null });
    if (args.includes('--report')) continue;
    const { stdout, stderr } = await space.run(['user', 'sync', ...args, '--report', '-']);
    expect(stdout + stderr).not.toMatch(/Run:|\d{8}T\d{6}Z-/);
  }
  const { report } = await space.json(['user', 'sync', file]);
  expect((await space.run(['runs', 'show', String(report.run)])).code).toBe(0);
});
