import { describe, expect, it } from 'vitest';
import { startAnsweringServer, TOKEN } from '../support/chaos/answering-server.ts';
import { csv } from '../support/cli/sitting-list.ts';
import { createWorkspace, digestsOf } from '../support/cli/workspace.ts';

const REMOVE = ['invigilators', 'remove'];

/** Schedules S-1, S-2 and so on with the invigilators u-6, u-7 and u-8, in the states that are asked for. */
async function prepared(states: readonly string[]) {
  const workspace = await createWorkspace();
  const Schedules = states.map((Status, index) => ({
    Schedule: {
      ScheduleExtId: `S-${index + 1}`,
      AssessmentExtId: 'LAW-101',
      Title: 'Contract law',
      StartDateTime: '2027-06-15T07:00:00.000Z',
      EndDateTime: '2027-06-15T10:30:00.000Z',
      GroupExtId: 'LAW-1',
      GroupName: 'Law, year 1',
      Owner: 'scheduler.one',
    },
    Status,
    Candidates: [],
    Invigilators: ['u-6', 'u-7', 'u-8'],
  }));
  await workspace.load({ Schedules });
  const invigilators = async (schedule: string) =>
    JSON.parse((await workspace.run(['local', 'show', 'schedules', schedule])).stdout).Invigilators;
  return { ...workspace, invigilators };
}

describe('invigilators remove', () => {
  it('removes the users in the arguments, and reports each', async () => {
    const { json, invigilators } = await prepared(['ACTIVATED']);
    const { code, report } = await json([...REMOVE, 'S-1', 'u-6', 'u-8', '--yes']);
    expect(code).toBe(0);
    expect(report.results.map(({ key, line, outcome }) => [key, line, outcome])).toEqual([
      ['S-1/u-6', 1, 'succeeded'],
      ['S-1/u-8', 2, 'succeeded'],
    ]);
    expect(await invigilators('S-1')).toEqual(['u-7']);
  });

  it('removes once who is named twice', async () => {
    const { json, run, invigilators } = await prepared(['ACTIVATED']);
    const { code, report } = await json([...REMOVE, 'S-1', 'u-7', 'u-6', 'u-7', '--yes']);
    expect({ code, counts: report.counts }).toMatchObject({ code: 0, counts: { read: 2, succeeded: 2 } });
    expect(report.findings).toEqual([]);
    expect(await invigilators('S-1')).toEqual(['u-8']);
    expect((await run([...REMOVE, 'S-1', 'u-8', 'u-8', '--dry-run'])).code).toBe(0);
  });

  it('ends with 4 and code 319 for a user who is no invigilator, and removes the others', async () => {
    const { json, invigilators } = await prepared(['ACTIVATED']);
    const { code, report } = await json([...REMOVE, 'S-1', 'u-1', 'u-6', 'u-0', '--yes']);
    expect(code).toBe(4);
    expect(report.counts).toMatchObject({ read: 3, unchanged: 0, succeeded: 1, failed: 2 });
    const outcomes = report.results.map(({ key, outcome, errors }) => [
      key,
      outcome,
      errors.map((error) => error.Code),
    ]);
    expect(outcomes.sort()).toEqual([
      ['S-1/u-0', 'failed', [319]],
      ['S-1/u-1', 'failed', [319]],
      ['S-1/u-6', 'succeeded', []],
    ]);
    expect(report.findings.map(({ record, code: number }) => [record, number])).toEqual([
      [1, 319],
      [3, 319],
    ]);
    expect(await invigilators('S-1')).toEqual(['u-7', 'u-8']);
  });

  it('of somebody whom an earlier run removed there is done already; anybody else stays 319', async () => {
    const { json } = await prepared(['ACTIVATED', 'ACTIVATED']);
    await json([...REMOVE, 'S-1', 'u-6', '--yes']);
    const again = await json([...REMOVE, 'S-1', 'u-6', '--yes']);
    expect(again).toMatchObject({ code: 0, report: { counts: { unchanged: 1, failed: 0 }, findings: [] } });
    const other = await json([...REMOVE, 'S-1', 'u-6', 'u-1', '--yes']);
    expect(other).toMatchObject({ code: 4, report: { findings: [{ key: 'S-1/u-1', code: 319 }] } });
    const elsewhere = await json([...REMOVE, 'S-2', 'u-6', '--yes']);
    expect(elsewhere.code).toBe(0);
    const folder = { env: { EXAMCTL_RUNS: 'runs-of-another-user' } };
    expect((await json([...REMOVE, 'S-1', 'u-6', '--yes'], folder)).code).toBe(4);
  });

  it('takes several schedules from a file, and reports each row with its line', async () => {
    const { json, file, invigilators } = await prepared(['DRAFT', 'ACTIVATED', 'FINISHED', 'ARCHIVED']);
    const rows = ['S-1', 'S-2', 'S-3', 'S-4', 'S-9'].map((ScheduleExtId) => ({ ScheduleExtId, UserExtId: 'u-6' }));
    await file('removals.csv', csv(rows));
    const { code, report } = await json([...REMOVE, '--file', 'removals.csv', '--yes']);
    expect(code).toBe(4);
    expect(report.findings.map(({ line, key, code: number }) => [line, key, number])).toEqual([
      [4, 'S-3/u-6', 305],
      [5, 'S-4/u-6', 302],
      [6, 'S-9/u-6', 301],
    ]);
    expect(await invigilators('S-1')).toEqual(['u-7', 'u-8']);
    expect(await invigilators('S-2')).toEqual(['u-7', 'u-8']);
    expect(await invigilators('S-3')).toEqual(['u-6', 'u-7', 'u-8']);
  });

  it('does not take a row of a file for a schedule that it does not name', async () => {
    const name = 'removals.csv';
    const rows = ['S-1', 'S-2'].map((ScheduleExtId) => ({ ScheduleExtId, UserExtId: 'u-7' }));
    const { json, file, store } = await prepared(['DRAFT', 'DRAFT']);
    await file(name, csv(rows));
    const before = await digestsOf(store);
    const { code, report } = await json([...REMOVE, 'S-2', '--file', name, '--yes']);
    expect(code).toBe(3);
    expect(report.findings).toEqual([
      expect.objectContaining({
        line: 2,
        field: 'ScheduleExtId',
        key: 'S-1/u-7',
        rule: 'invigilator.schedule-ext-id.differs',
        message: 'ScheduleExtId is "S-1" here, but "S-2" on the command line',
        suggestion: 'remove one of them',
      }),
    ]);
    expect(await digestsOf(store)).toEqual(before);
    expect((await json([...REMOVE, 'S-2', '--file', name, '--yes', '--skip-invalid'])).report.counts).toMatchObject({
      invalid: 1,
      succeeded: 1,
    });
  });

  it('says how to send a file that has no schedule', async () => {
    const { json, file } = await prepared(['DRAFT']);
    await file('users.csv', 'UserExtId\nu-7\n');
    const { code, report } = await json(['validate', 'invigilators', 'users.csv']);
    expect(code).toBe(3);
    expect(report.findings[0]?.suggestion).toContain('examctl invigilators remove SCHEDULE --file FILE');
  });

  it('asks off a terminal for --yes, and needs none to rehearse', async () => {
    const { run, json, store } = await prepared(['ACTIVATED']);
    const before = await digestsOf(store);
    const refused = await run([...REMOVE, 'S-1', 'u-6']);
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--yes is missing') });
    const { code, report } = await json([...REMOVE, 'S-1', 'u-6', 'u-1', '-n']);
    expect(code).toBe(4);
    expect(report.results.map(({ key, outcome }) => [key, outcome])).toEqual([
      ['S-1/u-6', 'would-succeed'],
      ['S-1/u-1', 'would-fail'],
    ]);
    expect(await digestsOf(store)).toEqual(before);
  });
});

describe('invigilators remove, from a remote platform,', () => {
  const env = TOKEN;
  const ROWS = csv(
    ['S-1/u-6', 'S-2/u-6', 'S-1/u-1', 'S-1/u-7'].map((key) => {
      const [ScheduleExtId = '', UserExtId = ''] = key.split('/');
      return { ScheduleExtId, UserExtId };
    }),
  );

  /** Who is an invigilator of any schedule, until it is removed from it. */
  async function platform(isBroken: (index: number) => boolean = () => false) {
    const paths: string[] = [];
    const left = new Set(['S-1/u-6', 'S-1/u-7', 'S-2/u-6']);
    const server = await startAnsweringServer((body, index, _headers, path) => {
      const ids = body as unknown as string[];
      const schedule = /schedule\/([^/]+)\//.exec(path)?.[1] ?? '';
      paths.push(`${schedule}: ${ids.join(' ')}`);
      const SuccessfullyRemoved = ids.filter((id) => left.delete(`${schedule}/${id}`));
      const Errors = ids
        .filter((id) => !SuccessfullyRemoved.includes(id))
        .map((UserExtId) => ({ UserExtId, Code: 319, Error: 'User has not been added' }));
      if (isBroken(index)) return { status: 500, body: '' };
      return { body: JSON.stringify({ Content: { SuccessfullyRemoved, Errors }, Success: true, Errors: null }) };
    });
    return { ...server, paths };
  }

  it('sends one request for each schedule, and tells of each person', async () => {
    const { json, file } = await createWorkspace();
    const { url, paths } = await platform();
    const remove = [...REMOVE, '--file', await file('r.csv', ROWS), '--yes', '--base-url', url];
    const { code, report } = await json([...remove, '--rejects', 'rejects.csv'], { env });
    expect(paths.sort()).toEqual(['S-1: u-6 u-1 u-7', 'S-2: u-6']);
    expect(code).toBe(4);
    expect(report.counts).toMatchObject({ read: 4, sent: 4, succeeded: 3, failed: 1 });
    expect(report.results.map(({ line, key, outcome }) => [line, key, outcome]).sort()).toEqual([
      [2, 'S-1/u-6', 'succeeded'],
      [3, 'S-2/u-6', 'succeeded'],
      [4, 'S-1/u-1', 'failed'],
      [5, 'S-1/u-7', 'succeeded'],
    ]);
    expect(report.findings).toMatchObject([{ line: 4, code: 319 }]);
    const retried = await json(['runs', 'retry', String(report.run)], { env });
    expect(retried.report.counts).toMatchObject({ succeeded: 3, failed: 1 });
    expect(paths.slice(2)).toEqual(['S-1: u-1']);
  });

  it('finds out with a resume what a request has done that got no answer', async () => {
    const { json, file } = await createWorkspace();
    const { url, paths } = await platform((index) => index === 0);
    const flags = ['--yes', '--base-url', url, '--retries', '0', '--concurrency', '1'];
    const first = await json([...REMOVE, '--file', await file('r.csv', ROWS), ...flags], { env });
    expect(first).toMatchObject({ code: 4, report: { counts: { unknown: 3, succeeded: 1 } } });
    const resumed = await json(['runs', 'resume', String(first.report.run)], { env });
    expect(resumed.report.results.every(({ outcome }) => outcome === 'succeeded')).toBe(true);
    expect(paths).toEqual(['S-1: u-6 u-1 u-7', 'S-2: u-6', 'S-1: u-6 u-1 u-7']);
  });

  it('quotes of an answer to a lost request what it says of each person', async () => {
    const { json, file } = await createWorkspace();
    const { url } = await platform((index) => index === 0);
    const flags = ['--yes', '--base-url', url, '--concurrency', '1'];
    const { code, report } = await json([...REMOVE, '--file', await file('r.csv', ROWS), ...flags], { env });
    expect({ code, counts: report.counts }).toMatchObject({ code: 0, counts: { succeeded: 4 } });
    const quotes = report.findings.map(({ key, message }) => [key, message.split('It answered: ')[1]]);
    expect(quotes).toEqual(['u-6', 'u-1', 'u-7'].map((id) => [`S-1/${id}`, `${id}: User has not been added`]));
  });

  it('a person who was refused stays refused where a retry loses an answer and the next one says the same', async () => {
    const { json, file } = await createWorkspace();
    const { url, paths } = await platform((index) => index === 2);
    const flags = ['--yes', '--base-url', url, '--concurrency', '1'];
    const first = await json([...REMOVE, '--file', await file('r.csv', ROWS), ...flags], { env });
    expect(first.report.counts).toMatchObject({ succeeded: 3, failed: 1 });
    const { code, report } = await json(['runs', 'retry', String(first.report.run)], { env });
    expect(paths.slice(2)).toEqual(['S-1: u-1', 'S-1: u-1']);
    expect({ code, counts: report.counts }).toMatchObject({ code: 4, counts: { succeeded: 3, failed: 1 } });
    expect(report.findings).toMatchObject([{ severity: 'error', key: 'S-1/u-1', code: 319 }]);
  });
});
