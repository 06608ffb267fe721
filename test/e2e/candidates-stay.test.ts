/** Candidates who are no longer in the file keep seat and link, and the sender of the file is told. */
import { expect, test } from 'vitest';
import { candidate, csv, request, row, SCHEDULE } from '../support/cli/sitting-list.ts';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';

const STAYS = '1 candidate of S-1 (c-2) is not in the file and stays: the interface cannot remove candidates';

/** A workspace whose store has S-1 with so many candidates. */
async function withCandidates(count: number): Promise<Workspace> {
  const workspace = await createWorkspace();
  const rows = Array.from({ length: count }, (_, index) => row(index + 1));
  const path = await workspace.file('sittings.csv', csv(rows));
  expect((await workspace.run(['schedule', 'push', path, '--upsert'])).code).toBe(0);
  return workspace;
}

test('a candidate whose row was deleted is named in a warning, every time', async () => {
  const { run, json, file } = await withCandidates(2);
  const path = await file('sittings.csv', csv([row(1)]));
  const push = ['schedule', 'push', path, '--upsert'];
  for (const command of [push, push, [...push, '--dry-run']]) {
    const { code, stdout } = await run(command);
    expect(code).toBe(0);
    expect(stdout).toContain('Nothing to change in 1 schedule, but some have candidates that the file does not name');
    expect(stdout).toContain(STAYS);
    expect(stdout).not.toContain('as the file says');
  }
  const { code, report } = await json(push);
  expect(code).toBe(0);
  expect(report.counts).toMatchObject({ unchanged: 1, sent: 0 });
  expect(report.findings).toMatchObject([
    { severity: 'warning', line: 2, key: 'S-1', rule: 'schedule.candidates.stay', message: STAYS },
  ]);
});

test('an updated schedule names a few of many candidates who stay', async () => {
  const { json, file } = await withCandidates(9);
  const path = await file('sittings.csv', csv([row(1, { Title: 'Another title' })]));
  const { code, report } = await json(['schedule', 'push', path, '--upsert']);
  expect(code).toBe(0);
  expect(report.counts).toMatchObject({ update: 1, succeeded: 1 });
  expect(report.findings.map(({ message }) => message)).toEqual([
    '8 candidates of S-1 (c-2, c-3, c-4, c-5, c-6 and 3 more) are not in the file and stay: ' +
      'the interface cannot remove candidates',
  ]);
});

test('a request without candidates has no warning of candidates who stay', async () => {
  const { json, file } = await withCandidates(2);
  const path = await file('one.json', JSON.stringify(request(SCHEDULE, [])));
  expect((await json(['schedule', 'push', path, '--upsert'])).report.findings).toEqual([]);
});

test('a refused schedule has its errors, and no warning of candidates who stay', async () => {
  const { json, file } = await withCandidates(2);
  const path = await file('one.json', JSON.stringify(request({ ...SCHEDULE, GroupExtId: 'NONE' }, [candidate(1)])));
  const { code, report } = await json(['schedule', 'push', path, '--upsert']);
  expect(code).toBe(4);
  expect(report.findings.map(({ severity }) => severity)).toEqual(['error']);
});
