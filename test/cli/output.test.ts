import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as pty from '@lydell/node-pty';
import { describe, expect, it } from 'vitest';
import { ended, PROGRAM, startProgram } from '../support/cli/program.ts';
import { csv, row } from '../support/cli/sitting-list.ts';
import { createWorkspace, FAULTY, SITTINGS, type Workspace } from '../support/cli/workspace.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through.
const LIVE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const EVIL = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202eevil';

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

describe('a table', () => {
  it('fits the terminal, and is whole where it is piped', async () => {
    const workspace = await createWorkspace();
    await workspace.run(['schedule', 'push', SITTINGS]);
    const narrow = await atTerminal(workspace, ['local', 'show', 'schedules'], 80, { NO_COLOR: '1' });
    const lines = narrow.split('\r\n');
    expect(lines.length).toBeGreaterThan(40);
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(80);
    const piped = await workspace.run(['local', 'show', 'schedules']);
    expect(piped.stdout).not.toContain('…');
    expect(piped.stdout).toContain('Contract law, Law, year 1');
  });

  it('of nothing says so, and is an empty list to scripts', async () => {
    const { folder, run } = await createWorkspace();
    const env = { EXAMCTL_STORE: join(folder, 'empty') };
    await run(['local', 'init'], { env });
    expect((await run(['local', 'show', 'users'], { env })).stdout).toBe('none\n');
    expect(JSON.parse((await run(['local', 'show', 'users', '--json'], { env })).stdout)).toEqual({ Users: [] });
    expect((await run(['local', 'show', 'users', '-o', 'ndjson'], { env })).stdout).toBe('');
  });
});

describe('colour', () => {
  it('is for terminals that want it', async () => {
    const workspace = await createWorkspace();
    const args = ['validate', 'schedules', FAULTY];
    expect(await atTerminal(workspace, args, 120)).toContain('\u001b[31m');
    expect(await atTerminal(workspace, args, 120, { NO_COLOR: '1' })).not.toContain('\u001b[3');
    expect(await atTerminal(workspace, [...args, '--no-color'], 120)).not.toContain('\u001b[3');
    expect(await atTerminal(workspace, args, 120, { TERM: 'dumb' })).not.toContain('\u001b');
    expect((await workspace.run(args)).stdout).not.toContain('\u001b');
    expect((await workspace.run(args, { env: { FORCE_COLOR: '1' } })).stdout).toContain('\u001b[31m');
  });
});

describe('-q', () => {
  it('leaves only errors on standard error', async () => {
    const { file, run } = await createWorkspace();
    await file('s.csv', csv([row()]));
    expect(await run(['schedule', 'push', 's.csv', '-q'])).toMatchObject({ code: 0, stderr: '' });
    expect((await run(['schedule', 'push', 'none.csv', '-q'])).stderr).toContain('no such file');
  });
});

describe('a reader who has read enough', () => {
  it.each([
    ['a long listing', ['local', 'show', 'schedules', '-o', 'ndjson'], 0],
    ['results while they are made', ['schedule', 'push', SITTINGS, '--upsert', '-o', 'ndjson'], 0],
    ['a long report', ['validate', 'schedules', FAULTY, '--json'], 3],
    ['help', ['schedule', 'push', '--help'], 0],
  ])('is no fault: %s', async (_, args, code) => {
    const { store, run } = await createWorkspace();
    await run(['schedule', 'push', SITTINGS]);
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

describe('what a terminal would obey', () => {
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

  it('stays what it is in a CSV for a program, and never gets through to a terminal', async () => {
    const workspace = await createWorkspace();
    await workspace.file('s.csv', csv([{ ...row(), [EVIL]: 'x' }]));
    const text = await atTerminal(workspace, ['validate', 'schedules', 's.csv', '-o', 'csv'], 120, { NO_COLOR: '1' });
    expect(text).toContain('input.header.unknown');
    expect(LIVE.exec(text.replaceAll('\r\n', '\n'))).toBeNull();
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

describe('cells that a spreadsheet would run', () => {
  it('are guarded in rejects and reports, and read back as they were', async () => {
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
});
