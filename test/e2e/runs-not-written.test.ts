/** A run whose record cannot be written sends nothing more, and says what is in the way. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startAnsweringServer } from '../support/chaos/answering-server.ts';
import { csv, row } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const USERS = 'ExternalId,FirstName,LastName,Role,Hierarchies\nn-1,Ada,Byron,Candidate,LAW-1\n';

it.each([
  ['its folder is a file', 'file'],
  ['its folder is in a file', 'file/runs'],
])('because %s', async (_, runs) => {
  const space = await createWorkspace();
  await space.file('users.csv', USERS);
  await space.file('file', '');
  const { code, report } = await space.json(['user', 'sync', 'users.csv'], { env: { EXAMCTL_RUNS: runs } });
  expect(code).toBe(1);
  expect(report).toMatchObject({
    error: { name: 'RunRecordError', hint: expect.stringContaining('EXAMCTL_RUNS') },
    counts: { sent: 0 },
  });
  expect((await space.entries<{ ExternalId: string }>('users')).map(({ ExternalId }) => ExternalId)).not.toContain(
    'n-1',
  );
});

it('because links cannot be kept: the schedule is unknown, and the report has the links that came', async () => {
  const space = await createWorkspace();
  const runs = join(space.folder, 'runs');
  const server = await startAnsweringServer(() => {
    // A folder in place of the file of links cannot be written, as a full disk.
    const [record = ''] = readdirSync(runs).filter((name) => /^[^.]+\.ndjson$/.test(name));
    mkdirSync(join(runs, record.replace('.ndjson', '.links.ndjson')), { recursive: true });
    const StartupLink = 'https://exams.example.org/start/k1';
    return { body: JSON.stringify({ Content: { CandidateExtId: 'c-1', StartupLink }, Success: true, Errors: null }) };
  });
  const list = await space.file('list.csv', csv([row(1, { ScheduleExtId: 'S-1' })]));
  const { code, report } = await space.json(['schedule', 'push', list, '--base-url', server.url], {
    env: { EXAMCTL_RUNS: runs, EXAMCTL_TOKEN: 'test-token-of-no-worth' },
  });
  expect({ code, name: report.error?.name }).toEqual({ code: 1, name: 'RunRecordError' });
  expect(report.results).toMatchObject([
    {
      outcome: 'unknown',
      links: [{ url: 'https://exams.example.org/start/k1' }],
      errors: [{ Error: expect.stringContaining('only a report as JSON has them') }],
    },
  ]);
});

it.each([
  ['the order in which runs have sent cannot be written', 'order.ndjson'],
  ['what an earlier run has sent cannot be read', undefined],
])('because %s: nothing is sent', async (_, name) => {
  const space = await createWorkspace();
  const runs = join(space.folder, 'runs');
  let requests = 0;
  const server = await startAnsweringServer(() => {
    requests += 1;
    return {};
  });
  const sync = ['user', 'sync', await space.file('users.csv', USERS), '--base-url', server.url];
  const env = { EXAMCTL_RUNS: runs, EXAMCTL_TOKEN: 'test-token-of-no-worth' };
  const first = await space.json(sync, { env });
  expect(first.code).toBe(0);
  const path = join(runs, name ?? `${first.report.run}.ndjson`);
  rmSync(path);
  mkdirSync(path);
  const { code, report } = await space.json([...sync, '--full'], { env });
  expect({ code, name: report.error?.name, requests }).toEqual({ code: 1, name: 'RunRecordError', requests: 1 });
  expect(report.counts).toMatchObject({ sent: 0, unknown: 0 });
});
