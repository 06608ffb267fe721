/** Runs that are cut short, resumed and retried, as users do it. */
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
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
    const others = await space.file('others.csv', usersCsv(3).replaceAll('Byron', 'Lovelace'));
    await space.run(['user', 'sync', others], { env: { EXAMCTL_RUNS: join(space.folder, 'other-runs') } });
    const resumed = await space.json(['runs', 'resume', String(report.run)]);
    expect(resumed).toMatchObject({ code: 8, report: { error: { name: 'GuardError' }, counts: { sent: 0 } } });
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

describe('going on is refused', () => {
  it('if the input has changed, by its name; --force goes on', async () => {
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

  it('if the input was standard input', async () => {
    const space = await createWorkspace();
    const { report } = await space.json(['user', 'sync', '-', '--format', 'csv'], { input: usersCsv(1) });
    const { code, stderr } = await space.run(['runs', 'resume', String(report.run)]);
    expect(code).toBe(2);
    expect(stderr).toContain(`Run ${report.run} has nothing left to resume\n`);
    expect(stderr).toContain('its input was not a file');
  });

  it('if flags were the input: what is left to do is said in words of its command', async () => {
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

  it('if flags were the input of a push: so is that --upsert updates what exists', async () => {
    const space = await createWorkspace();
    const push = ['schedule', 'push', '-', '--format', 'csv'];
    const { report } = await space.json(push, { input: csv([row(1, { GroupExtId: 'NONE' })]) });
    expect(report.counts.failed).toBe(1);
    const { stderr } = await space.run(['runs', 'retry', String(report.run)]);
    expect(stderr).toContain('Run the command itself again; with --upsert what exists is updated.\n');
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
  expect(record.match(/"kept".*/g)).toEqual(['"kept","n":1,"to":1}']);
});

it.each(['resume', 'retry'])(
  '%s of a run that is done says that nothing is left, and claims no new work',
  async (verb) => {
    const space = await createWorkspace();
    const { report } = await space.json(['user', 'sync', await space.file('users.csv', usersCsv(3))]);
    const before = await digestsOf(space.store);
    const { code, stdout, stderr } = await space.run(['runs', verb, String(report.run)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `Run ${report.run} has nothing left to ${verb}.\n` });
    expect(stdout).toContain('The run in all: 3 users: 3 done before or unchanged.');
    expect(await digestsOf(space.store)).toEqual(before);
  },
);

it.each(['resume', 'retry'])(
  '%s of a run that is done and whose file has changed says so in one message',
  async (verb) => {
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
  },
);

it('resume shows what an earlier part of the run was refused with its errors, and the rest without any', async () => {
  const space = await createWorkspace();
  const roles = ['Candidate', 'Candidate', 'Nobody'];
  const rows = roles.map((role, at) => `w-${at},Ada,Byron,u${at}@example.org,${role}\n`);
  const file = await space.file('users.csv', USERS.replace('\n', ',Role\n') + rows.join(''));
  const { report } = await space.json(['user', 'sync', file]);
  expect(report.exitCode).toBe(4);
  const errors = [[], [], [expect.objectContaining({ Rule: 'user.role.not-found', Code: 241 })]];
  expect(report.results.map((result) => result.errors)).toEqual(errors);
  const resumed = await space.json(['runs', 'resume', String(report.run)]);
  expect(resumed.report.results.map((result) => result.errors)).toEqual(errors);
});

it('resume calls nothing unchanged that an earlier part has done', async () => {
  const space = await createWorkspace();
  const { report } = await space.json(['user', 'sync', await space.file('users.csv', usersCsv(4))]);
  const path = join(space.folder, '.examctl/runs', `${report.run}.ndjson`);
  const lines = (await readFile(path, 'utf8')).replace('"to":3', '"to":1').split('\n');
  await writeFile(path, lines.filter((line) => !/"type":"ended"/.test(line)).join('\n'));
  const { code, stdout } = await space.run(['runs', 'resume', String(report.run)]);
  expect(code).toBe(0);
  expect(stdout).toContain('The run in all: 4 users: 4 done before or unchanged.');
});

it('a record that has changed on the platform since the run did it is reported, and not sent again', async () => {
  const space = await createWorkspace();
  const { report } = await space.json(['user', 'sync', await space.file('u.csv', usersCsv(3))]);
  await space.run(['user', 'sync', await space.file('one.csv', usersCsv(1).replace('Ada', 'Augusta'))]);
  const before = await digestsOf(space.store);
  const resumed = await space.json(['runs', 'resume', String(report.run)]);
  expect(resumed).toMatchObject({ code: 0, report: { counts: { succeeded: 3 } } });
  expect(resumed.report.findings).toMatchObject([{ severity: 'warning', key: 'w-0', rule: 'run.row.undone' }]);
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

it('a record that is cut off in its last line can be resumed', async () => {
  const space = await createWorkspace();
  const { report } = await space.json(['user', 'sync', await space.file('users.csv', usersCsv(4))]);
  const path = join(space.folder, '.examctl/runs', `${report.run}.ndjson`);
  const lines = (await readFile(path, 'utf8')).split('\n');
  const lastOutcome = lines.findLastIndex((line) => line.includes('"kept"'));
  await writeFile(path, `${lines.slice(0, lastOutcome).join('\n')}\n${lines[lastOutcome]?.slice(0, 20)}`);
  expect(await showRun(space, String(report.run))).toMatchObject({ succeeded: 0, open: 4 });
  const resumed = await space.json(['runs', 'resume', String(report.run)]);
  expect(resumed.code).toBe(0);
  expect(await showRun(space, String(report.run))).toMatchObject({ succeeded: 4, open: 0 });
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
