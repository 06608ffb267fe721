import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVIL, LIVE } from '../support/cli/control-characters.ts';
import { runInProcess } from '../support/cli/in-process.ts';
import { csv, row } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

it('a table without rows shows none, and is an empty list for scripts', async () => {
  const { folder, run } = await createWorkspace();
  const env = { EXAMCTL_STORE: join(folder, 'empty') };
  await run(['local', 'init'], { env });
  expect((await run(['local', 'show', 'users'], { env })).stdout).toBe('none\n');
  expect(JSON.parse((await run(['local', 'show', 'users', '--json'], { env })).stdout)).toEqual({ Users: [] });
  expect((await run(['local', 'show', 'users', '-o', 'ndjson'], { env })).stdout).toBe('');
});

it('-q prints nothing on success, and leaves only errors on standard error', async () => {
  const { file, run } = await createWorkspace();
  await file('s.csv', csv([row()]));
  expect(await run(['schedule', 'push', 's.csv', '-q'])).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect((await run(['schedule', 'push', 'none.csv', '-q'])).stderr).toContain('no such file');
});

describe('an address that cannot be one', () => {
  it.each([
    ['--store', 'mysql://exams'],
    ['--store', 'postgres://['],
    ['--base-url', 'htp://example.org'],
    ['--base-url', 'http://example.org'],
  ])('is refused before anything is said to be sent there: %s %s', async (flag, address) => {
    const { file, folder, run } = await createWorkspace();
    await file('s.csv', csv([row()]));
    const env = { EXAMCTL_TOKEN: 'a-token-for-this-test', EXAMCTL_RUNS: join(folder, 'runs') };
    const { code, stdout, stderr } = await run(['schedule', 'push', 's.csv', flag, address], { env });
    expect({ code, text: stdout + stderr }).toEqual({ code: 2, text: expect.stringContaining('Nothing was sent.') });
    expect(stderr).not.toContain('Sending to');
  });
});

describe('a control sequence of a terminal', () => {
  it('never gets through from cells, headers, ids and file names', async () => {
    const { file, run } = await createWorkspace();
    const name = `${EVIL.replaceAll('/', '')}.csv`;
    await file(
      name,
      csv([
        { ...row(), [EVIL]: 'x' },
        { ...row(2, { Email: EVIL, ScheduleExtId: EVIL, Title: EVIL }), [EVIL]: EVIL },
      ]),
    );
    const pushes = [[], ['--json'], ['-o', 'ndjson'], ['--dry-run'], ['--skip-invalid']];
    for (const flags of pushes) {
      const { stdout, stderr } = await run(['schedule', 'push', name, '--upsert', ...flags]);
      expect({ flags, live: LIVE.exec(stdout.replaceAll('\r\n', '\n')), liveErr: LIVE.exec(stderr) }).toEqual({
        flags,
        live: null,
        liveErr: null,
      });
    }
  });

  it('never gets through to a terminal in a CSV', async () => {
    const { folder, file } = await createWorkspace();
    await file('s.csv', csv([{ ...row(), [EVIL]: 'x' }]));
    const args = ['validate', 'schedules', 's.csv', '-o', 'csv', '--no-color'];
    const { stdout } = await runInProcess(args, { cwd: folder, terminal: { columns: 120 } });
    expect(stdout).toContain('input.header.unknown');
    expect(LIVE.exec(stdout.replaceAll('\r\n', '\n'))).toBeNull();
  });

  it('never gets through from the command line', async () => {
    const { run } = await createWorkspace();
    for (const args of [
      [EVIL],
      ['schedule', 'push', `--${EVIL}`],
      ['schedule', 'push', `${EVIL}.csv`],
      ['schedule', 'push', 'x.csv', '--store', EVIL],
      ['schedule', 'push', 'x.csv', '--timezone', EVIL],
      ['schedule', 'push', 'x.csv', '--encoding', EVIL],
      ['schedule', 'push', 'x.csv', '--concurrency', EVIL],
      ['schedule', 'links', EVIL],
      ['local', 'show', 'users', EVIL],
      ['local', 'show', EVIL],
      ['local', 'load', EVIL],
    ]) {
      const { code, stdout, stderr } = await run(args);
      expect({ args, code, live: LIVE.exec(stdout + stderr) }).toEqual({ args, code: 2, live: null });
    }
  });

  it('never gets through from the store', async () => {
    const { file, run } = await createWorkspace();
    await file('s.csv', csv([row(1, { Title: 'Title \u202e\u009b31m', FirstName: 'Ann\u0007' })]));
    await run(['schedule', 'push', 's.csv']);
    for (const kind of ['schedules', 'users']) {
      for (const format of ['table', 'json', 'ndjson']) {
        const { stdout } = await run(['local', 'show', kind, '-o', format]);
        expect({ kind, format, live: LIVE.exec(stdout) }).toEqual({ kind, format, live: null });
      }
    }
  });
});

it('cells that a spreadsheet would run are guarded in rejects and reports, and read back as they were', async () => {
  const { folder, file, run, json, entries } = await createWorkspace();
  const formula = '=HYPERLINK("http://x")';
  await file(
    's.csv',
    csv([row(1, { FirstName: formula, LastName: '+1' }), row(2, { LastName: '-x', Email: formula })]),
  );
  const args = ['schedule', 'push', 's.csv', '--rejects', 'r.csv', '--report', 'f.csv'];
  expect((await run(args)).code).toBe(3);
  const rejects = await readFile(join(folder, 'r.csv'), 'utf8');
  expect(rejects).toContain(`"'=HYPERLINK(""http://x"")",'+1,`);
  expect(rejects + (await readFile(join(folder, 'f.csv'), 'utf8'))).not.toMatch(/(^|,)"?[=+\-@]/m);
  await file('m.csv', rejects.replace(/(,'-x,)"'=HYPERLINK\(""http:\/\/x""\)"/, '$1c2@example.org'));
  const warned = { severity: 'warning', column: 'FirstName', rule: 'candidate.first-name.formula' };
  expect((await json(['schedule', 'push', 'm.csv'])).report).toMatchObject({ exitCode: 0, findings: [warned] });
  const users = await entries<{ ExternalId: string; FirstName: string; LastName: string }>('users');
  expect(users.filter(({ ExternalId }) => /^c-[12]$/.test(ExternalId))).toMatchObject([
    { FirstName: formula, LastName: '+1' },
    { LastName: '-x' },
  ]);
});
