import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openJsonStore } from '../../src/store/json/store.ts';
import { runInProcess } from '../support/cli/in-process.ts';
import { candidate, csv, request, row, SCHEDULE } from '../support/cli/sitting-list.ts';
import { createWorkspace, digestsOf, type Workspace } from '../support/cli/workspace.ts';

const PUSH = ['schedule', 'push'] as const;
const RUN = expect.stringMatching(/^\d{8}T\d{6}Z-[0-9a-f]{6}$/);
const NONE = { create: 0, update: 0, unchanged: 0, sent: 0, succeeded: 0, failed: 0, unknown: 0 };

describe('the JSON of a push', () => {
  it('of one created schedule', async () => {
    const { store, file, json } = await createWorkspace();
    await file('s.csv', csv([row(1), row(2)]));
    const { code, report, stderr } = await json([...PUSH, 's.csv']);
    expect(code).toBe(0);
    expect(stderr).toBe(`Sending to the local platform in ${store}\n`);
    expect(report).toEqual({
      schemaVersion: 1,
      command: 'schedule push',
      run: RUN,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      target: { kind: 'local', where: store },
      dryRun: false,
      rehearsal: null,
      accepted: [],
      counts: { ...NONE, read: 1, valid: 1, invalid: 0, create: 1, sent: 1, succeeded: 1, candidates: 2 },
      inputs: [{ file: 's.csv', lines: 3, header: 1, records: 2, continued: 0, blank: 0, reported: 0 }],
      findings: [],
      results: [
        {
          key: 'S-1',
          name: 'Contract law',
          sitting: { start: '2027-03-01T09:00:00.000Z' },
          file: 's.csv',
          line: 2,
          action: 'create',
          outcome: 'succeeded',
          attempts: 1,
          errors: [],
        },
      ],
      error: null,
      exitCode: 0,
    });
  });

  it('of a file with a wrong cell', async () => {
    const { file, json } = await createWorkspace();
    await file('s.csv', csv([row(1), row(2, { Email: 'nobody' })]));
    const { code, report, stderr } = await json([...PUSH, 's.csv']);
    expect(code).toBe(3);
    expect(stderr).not.toContain('nobody');
    expect(stderr).toMatch(/^examctl: .*1 error\)\.$/m);
    expect(report).toMatchObject({
      counts: { ...NONE, read: 1, valid: 0, invalid: 1, candidates: 2 },
      results: [],
      error: null,
      exitCode: 3,
    });
    expect(report.findings).toEqual([
      {
        severity: 'error',
        file: 's.csv',
        line: 3,
        record: 2,
        column: 'Email',
        field: 'Email',
        key: 'S-1',
        code: null,
        rule: 'candidate.email.invalid',
        message: 'Candidate c-2: Email is not a valid e-mail address',
        suggestion: 'write it like name@example.org',
      },
    ]);
  });

  it.each([
    [['--report', '-'], '--report - and --output json both write to standard output'],
    [['--rejects', '-'], '--rejects writes to a file, not to standard output'],
  ])(
    'of flags that would also write to standard output, %j: one error object, and nothing is done',
    async (flags, says) => {
      const { store, folder, file, json } = await createWorkspace();
      await file('s.csv', csv([row(1), row(2, { ScheduleExtId: 'S-2', Email: 'nobody' })]));
      const before = await digestsOf(store);
      for (const command of [
        [...PUSH, '--skip-invalid'],
        ['validate', 'schedules'],
      ]) {
        const { code, report } = await json([...command, 's.csv', ...flags]);
        expect({ code, ...report.error }).toMatchObject({ code: 2, name: 'UsageError', message: says });
      }
      expect(await digestsOf(store)).toEqual(before);
      expect((await readdir(folder)).sort()).toEqual(['s.csv', 'store']);
    },
  );

  it('of a guard that tripped: nothing is written', async () => {
    const { store, file, json } = await createWorkspace();
    await file('s.csv', csv([row(1), row(2, { ScheduleExtId: 'S-2' })]));
    const before = await digestsOf(store);
    for (const [flags, says] of [
      [['--expect', 'create=1'], 'Expected create=1, but the plan has create=2'],
      [['--max-changes', '1'], 'The plan changes 2 records, and --max-changes allows 1'],
      [['--max-changes', '50%'], 'The plan changes 2 records, and --max-changes 50% of 2 records allows 1'],
    ] as const) {
      const { code, report } = await json([...PUSH, 's.csv', ...flags]);
      expect(code).toBe(8);
      expect(report).toMatchObject({
        exitCode: 8,
        error: { name: 'GuardError', message: says, hint: expect.stringContaining('--dry-run') },
        counts: { create: 2, sent: 0 },
        results: [],
      });
    }
    expect(await digestsOf(store)).toEqual(before);
    expect((await json([...PUSH, 's.csv', '--expect', 'create=2,update=0', '--max-changes', '100%'])).code).toBe(0);
  });

  it('of a store that another process holds: exit 7 names the holder', async () => {
    const workspace = await createWorkspace();
    const { file, json, run } = workspace;
    await file('s.csv', csv([row()]));
    const holder = await holdStore(workspace);
    const before = await digestsOf(workspace.store);
    const { code, report } = await json([...PUSH, 's.csv', '--lock-timeout', '0']);
    expect(code).toBe(7);
    expect(report.error).toMatchObject({
      name: 'StoreLockedError',
      message: expect.stringMatching(new RegExp(`${holder.pid}`)),
    });
    expect(report.error?.message).toContain('schedule push');
    // A command that only reads needs no lock.
    expect((await run(['local', 'show', 'users'])).code).toBe(0);
    expect(await digestsOf(workspace.store)).toEqual(before);
    expect((await holder.end()).code).toBe(0);
    expect((await json([...PUSH, 's.csv', '--lock-timeout', '0'])).code).toBe(0);
  });

  it('names the store of the call in the command of its hint', async () => {
    const { folder, store, file, json } = await createWorkspace();
    await file('s.csv', csv([row()]));
    const hintOf = async (...args: string[]) => (await json(args)).report.error?.hint;
    const init = `examctl local init --store 'no store'"`;
    expect(await hintOf(...PUSH, 's.csv', '--store', 'no store')).toContain(init);
    expect(await hintOf('local', 'show', 'users', '--store', 'no store')).toContain(init);
    await file('examctl.config.json', JSON.stringify({ profiles: { p: { store } } }));
    const holder = await openJsonStore(store, { mode: 'write' });
    const { token } = JSON.parse(await readFile(join(store, 'lock'), 'utf8')) as { token: string };
    const unlock = `examctl local unlock ${token} --profile p"`;
    expect(await hintOf(...PUSH, 's.csv', '--lock-timeout', '0', '--profile', 'p')).toContain(unlock);
    await holder.close();
    expect(await readdir(folder)).not.toContain('no store');
  });

  it.each([
    ['no file', []],
    ['an unknown flag', ['s.csv', '--upsrt']],
    ['an invalid value', ['s.csv', '--concurrency', 'many']],
    ['a report of an unknown format', ['s.csv', '--report', 'r.docx']],
    ['a folder that does not exist', ['s.csv', '--rejects', 'none/r.csv']],
  ])('of an invalid command line: %s', async (_, args) => {
    const { file, json } = await createWorkspace();
    await file('s.csv', csv([row()]));
    const { code, report } = await json([...PUSH, ...args]);
    expect({ code, report }).toMatchObject({
      code: 2,
      report: { schemaVersion: 1, exitCode: 2, error: { name: 'UsageError', message: expect.any(String) } },
    });
  });

  it.each(['-ojson', '-qojson', '-o=json', '--output=json'])(
    'is also printed for an invalid command line with %s',
    async (flag) => {
      const { run } = await createWorkspace();
      const { stdout } = await run([...PUSH, '--upsrt', flag]);
      expect(JSON.parse(stdout)).toMatchObject({
        command: 'schedule push',
        exitCode: 2,
        error: { name: 'UsageError' },
      });
    },
  );

  it('is one line with -o ndjson, also for an invalid command line', async () => {
    const { run } = await createWorkspace();
    const { stdout } = await run([...PUSH, '--upsrt', '-o', 'ndjson']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({ event: 'summary', exitCode: 2, error: { name: 'UsageError' } });
  });
});

it('validate prints the same object without run and target, and needs no store', async () => {
  const { file, json } = await createWorkspace();
  await file('c.csv', csv([candidate(1), { ...candidate(2), Email: 'x' }, candidate(1)]));
  const { code, report } = await json(['validate', 'candidates', 'c.csv'], { env: { EXAMCTL_STORE: 'none' } });
  expect(code).toBe(3);
  expect(report).toMatchObject({
    command: 'validate candidates',
    run: null,
    target: null,
    dryRun: false,
    rehearsal: null,
    accepted: [],
    counts: { read: 3, valid: 1, invalid: 2 },
  });
  expect(report.findings.map(({ line, rule }) => [line, rule])).toEqual([
    [3, 'candidate.email.invalid'],
    [4, 'candidate.candidate-ext-id.duplicates'],
  ]);
});

/** A push that has opened the store and now waits for more of its input. */
async function holdStore({ folder, store }: Workspace) {
  const stdin = new PassThrough();
  const held = request({ ...SCHEDULE, ScheduleExtId: 'S-9' }, [candidate(9)]);
  // The command waits for the beginning of the file and its first record before it does anything else.
  stdin.write(`${JSON.stringify(held)}\n${' '.repeat(8_192)}\n`);
  const result = runInProcess([...PUSH, '-', '--format', 'ndjson', '--store', store], { cwd: folder, stdin });
  while (!(await readdir(store)).some((name) => name.includes('lock'))) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    pid: process.pid,
    end: () => {
      stdin.end();
      return result;
    },
  };
}
