/** The advice under "Next:" must help: a command that can be copied, and none that fails the same way again. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startAnsweringServer } from '../support/chaos/answering-server.ts';
import { candidate, csv, row, SCHEDULE } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';
import { makeWorkbook, tableRows } from '../support/xlsx/workbook.ts';

async function pushed() {
  const space = await createWorkspace();
  await space.file('s.csv', csv([row(1)]));
  await space.file('both.csv', csv([row(1), row(2, { ScheduleExtId: 'S-2', GroupExtId: 'NONE' })]));
  expect((await space.run(['schedule', 'push', 's.csv'])).code).toBe(0);
  return space;
}

describe('a schedule that exists', () => {
  it('is to be updated with --upsert: the same again would be refused again', async () => {
    const { run } = await pushed();
    const { code, stdout } = await run(['schedule', 'push', 's.csv']);
    expect(code).toBe(4);
    expect(stdout).toContain('A schedule with the ScheduleExtId S-1 exists already');
    expect(stdout).toMatch(/Next:\n {2}--upsert {3}updates 1 schedule that exists\n$/);
  });
});

describe('invigilators whom a remote cannot remove', () => {
  it.each([
    [305, 'Schedule is finished', false],
    [9999, 'Try again later', true],
  ])('with the code %i are tried again only where that can help', async (Code, text, isRetried) => {
    const { run, file } = await createWorkspace();
    const path = await file('r.csv', csv([{ ScheduleExtId: 'S-1', UserExtId: 'u-6' }]));
    const { url } = await startAnsweringServer(() => ({
      body: JSON.stringify({ Content: null, Success: false, Errors: [{ Code, Error: text }] }),
    }));
    const remove = ['invigilators', 'remove', '--file', path, '--yes', '--base-url', url];
    const { code, stdout } = await run(remove, { env: { EXAMCTL_TOKEN: 'token' } });
    expect(code).toBe(4);
    expect(stdout.includes('runs retry')).toBe(isRetried);
  });
});

it('a check of many files names the first ten commands, and how many more there are', async () => {
  const { run, file } = await createWorkspace();
  const names = Array.from({ length: 12 }, (_, n) => `u-${n}.csv`);
  for (const [n, name] of names.entries())
    await file(name, csv([{ ExternalId: `u${n}`, LastName: 'A', FirstName: 'B' }]));
  const { code, stdout } = await run(['validate', 'users', ...names]);
  const [, next = ''] = stdout.split('Next:\n');
  expect({ code, lines: next.trimEnd().split('\n') }).toEqual({
    code: 0,
    lines: [
      ...names.slice(0, 10).map((name) => `  examctl user sync ${name} --dry-run`),
      '  and 2 more, one for each file',
    ],
  });
});

describe('rejects', () => {
  const wrong = csv([row(1), row(2, { ScheduleExtId: 'S-2', Email: 'wrong' })]);
  const candidates = [candidate(1), { ...candidate(2), Email: 'wrong' }].map((one) => ({
    ScheduleExtId: 'S-1',
    ...one,
  }));
  const workbook = makeWorkbook({
    sheets: [
      { name: 'Sittings', rows: tableRows([SCHEDULE]) },
      { name: 'Candidates', rows: tableRows(candidates) },
    ],
  });

  it.each([
    ['r.csv', ['s.csv', '--candidates', 'c.csv'], ', without --candidates', []],
    ['r.xlsx', ['s.csv', '--candidates', 'c.csv', '--format', 'csv'], ', without --candidates and --format', []],
    [
      'r.xlsx',
      ['two.xlsx', '--sheet', 'Sittings', '--candidates-sheet', 'Candidates'],
      ', without --candidates-sheet and --sheet',
      [],
    ],
    ['r.csv', ['above.csv', '--header-row', '3', '--format', 'csv'], ', without --header-row', ['--format', 'csv']],
    ['r.csv', ['own.csv', '--map=-Mail=Email'], '', ['--map=-Mail=Email']],
  ])('that %s has go to the same command with the flags that fit: %j%s', async (name, args, without, flags) => {
    const { run, file } = await createWorkspace();
    await file('s.csv', csv([SCHEDULE]));
    await file('c.csv', csv(candidates));
    await file('two.xlsx', workbook);
    await file('above.csv', `\nSittings\n${wrong}`);
    await file('own.csv', wrong.replace('Email', '-Mail'));
    const { stdout } = await run(['schedule', 'push', '--skip-invalid', '--rejects', name, ...args]);
    expect(stdout).toContain(`fix the rows in ${name} and give that file to the same command${without}\n`);
    const again = await run(['schedule', 'push', name, ...flags]);
    expect(again.stdout).toContain('1 of 1 schedule has errors (1 error).');
  });
});

describe('rejects with a candidate of an unknown schedule, who has no cells of a schedule', () => {
  const two = (named: string) =>
    csv([candidate(1), candidate(2)].map((one, at) => ({ ScheduleExtId: at ? named : 'S-1', ...one })));
  const own = 'fix the rows that r.csv lists, in the file itself, and run the same command again with --upsert\n';
  const push = ['schedule', 'push', 's.csv', '--candidates', 'c.csv', '--rejects', 'r.csv'];

  it('are not to be sent: the file itself is to be fixed, and that works', async () => {
    const { run, file } = await createWorkspace();
    await file('s.csv', csv([SCHEDULE]));
    await file('c.csv', two('s-1'));
    expect((await run(push)).stdout).toContain('--skip-invalid   sends 1 good schedule all the same\n');
    expect((await run([...push, '--skip-invalid'])).stdout).toContain(`Next:\n  ${own}`);
    await file('c.csv', two('S-1'));
    const { code, stdout } = await run([...push, '--upsert']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Candidates 1 → 2') });
  });
});

describe('a check that found nothing', () => {
  it('names the command that sends the file, with its flags, as a shell takes it', async () => {
    const { run, file } = await createWorkspace();
    await file('new users.csv', 'Nr;FirstName;LastName\nu-1;Ada;Byron\n');
    await file('u2.csv', 'Nr;FirstName;LastName\nu-2;Ada;Byron\n');
    const flags = ['--map', 'Nr=ExternalId', '--encoding', 'windows-1252', '--delimiter', ';'];
    const { code, stdout } = await run(['validate', 'users', 'new users.csv', 'u2.csv', ...flags]);
    expect(code).toBe(0);
    const shown = "--map Nr=ExternalId --encoding windows-1252 --delimiter ';' --dry-run";
    expect(stdout).toContain(`  examctl user sync 'new users.csv' ${shown}\n  examctl user sync u2.csv ${shown}\n`);
  });

  it('names a file that begins like a flag so that a shell gives it as a file', async () => {
    const { run, file } = await createWorkspace();
    await file('-x.csv', 'ExternalId,FirstName,LastName\nu-1,Ada,Byron\n');
    const { stdout } = await run(['validate', 'users', '--', '-x.csv']);
    const [, command = ''] = /^ {2}examctl (.*)$/m.exec(stdout) ?? [];
    expect(command).toBe('user sync ./-x.csv --dry-run');
    expect((await run(command.split(' '))).code).toBe(0);
  });
});

describe('a command that follows', () => {
  it('works at the target that was given', async () => {
    const { run, file, folder } = await createWorkspace();
    const at = ['--store', join(folder, 'st x')];
    const made = await run(['local', 'init', '--example', ...at]);
    expect(made.stderr).toContain(`Next: examctl schedule push FILE --dry-run --store '${at[1]}'\n`);
    const empty = await run(['local', 'init', '--store=yy']);
    expect(empty.stderr).toContain('Next: examctl local load CATALOGUE.json --store=yy\n');
    await file('s.csv', csv([row(1)]));
    const { stdout } = await run(['schedule', 'push', 's.csv', ...at]);
    expect(stdout).toContain(`examctl schedule links S-1 --store '${at[1]}'   shows the links`);
    await run(['local', 'backup', 'b.ndjson', ...at]);
    const restored = await run(['local', 'restore', 'b.ndjson', '--store', 'rr']);
    expect(restored.stderr).toContain('Next: examctl local token add --store rr\n');
  });

  it('works at the store of a run that is retried', async () => {
    const { run, file } = await createWorkspace();
    const at = ['--store', 'other'];
    await run(['local', 'init', '--example', ...at]);
    await file('s.csv', csv([row(1, { AssessmentExtId: 'NEW-1' })]));
    expect((await run(['schedule', 'push', 's.csv', ...at])).code).toBe(4);
    const law = JSON.parse((await run(['local', 'show', 'assessments', 'LAW-101', ...at])).stdout);
    await file('new.json', JSON.stringify({ Assessments: [{ ...law, ExternalId: 'NEW-1' }] }));
    expect((await run(['local', 'load', 'new.json', ...at])).code).toBe(0);
    const { stdout } = await run(['runs', 'retry', 'latest']);
    expect(stdout).toContain('examctl schedule links S-1 --store other   shows');
  });

  it('works with the profile that was given, and without flags if a setting says it', async () => {
    const { run, file, store } = await createWorkspace();
    await file('examctl.config.json', JSON.stringify({ profiles: { test: { store } } }));
    await file('s.csv', csv([row(1)]));
    const checked = await run(['validate', 'schedules', 's.csv', '--profile', 'test']);
    expect(checked.stdout).toContain('examctl schedule push s.csv --dry-run --profile test\n');
    const pushed = await run(['schedule', 'push', 's.csv', '--profile', 'test']);
    expect(pushed.stdout).toContain('examctl schedule links S-1 --profile test   shows');
    expect((await run(['local', 'init'])).stderr).not.toContain('--store');
  });
});
