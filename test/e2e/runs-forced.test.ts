/** `--force` after the input has changed: rows are known by their ids, and what was done stays as it was sent. */
import { describe, expect, it } from 'vitest';
import { startAnsweringServer } from '../support/chaos/answering-server.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const HEADER = 'ExternalId,FirstName,LastName,Email,Role\n';
const ROWS = ['q-1,Ada,Smith,q1@example.org,', 'q-2,Bob,Bad,q2@example.org,Nope'] as const;

describe('a retry with --force', () => {
  it('finds a row that has moved', async () => {
    const space = await createWorkspace();
    const first = await space.json(['user', 'sync', await space.file('u.csv', HEADER + ROWS.join('\n'))]);
    await space.file('u.csv', HEADER + [ROWS[1].replace('Nope', ''), ROWS[0]].join('\n'));
    const { code, report } = await space.json(['runs', 'retry', String(first.report.run), '--force']);
    expect({ code, findings: report.findings }).toEqual({ code: 0, findings: [] });
    expect(report.counts).toMatchObject({ succeeded: 2, failed: 0 });
  });

  it('makes no collection a second time that has no id in the file', async () => {
    const space = await createWorkspace();
    const rows = 'Title,Owner\nP1,scheduler.one\nP2,scheduler.one\nP3,nobody\n';
    const first = await space.json(['collection', 'add', await space.file('c.csv', rows)]);
    const before = await space.entries('collections');
    await space.file('c.csv', rows.replace('P1', 'P0,scheduler.one\nP1').replace('nobody', 'scheduler.one'));
    const { report } = await space.json(['runs', 'retry', String(first.report.run), '--force']);
    expect(report.results.map(({ outcome }) => outcome)).toEqual(['not-sent', 'succeeded', 'succeeded', 'not-sent']);
    expect(await space.entries('collections')).toEqual(before);
  });
});

it('a retry without --force says nothing of collections that were made', async () => {
  const space = await createWorkspace();
  const rows = 'Title,Owner\nP1,scheduler.one\nP2,nobody\n';
  const first = await space.json(['collection', 'add', await space.file('c.csv', rows)]);
  const { report } = await space.json(['runs', 'retry', String(first.report.run)]);
  expect(report.findings.map(({ rule }) => rule)).toEqual(['collection.owner.not-found']);
});

it('a resume with --force names what the run has not sent and the file has no more, and a retry what failed', async () => {
  const space = await createWorkspace();
  let answers = [{}, { status: 400, body: '{"Content":null,"Success":false,"Errors":[]}' }, { status: 403, body: '' }];
  const server = await startAnsweringServer(() => answers.shift() ?? {});
  const rows = [1, 2, 3, 4].map((n) => `q-${n},Ada,Smith,q${n}@example.org,`);
  const env = { EXAMCTL_TOKEN: 'test-token-of-no-worth' };
  const sync = ['user', 'sync', await space.file('u.csv', HEADER + rows.join('\n')), '--concurrency', '1'];
  const { report } = await space.json([...sync, '--base-url', server.url], { env });
  answers = [];
  await space.file('u.csv', HEADER + rows[3]);
  const gone = async (verb: string) => {
    const { code, report: own } = await space.json(['runs', verb, String(report.run), '--force'], { env });
    return { code, gone: own.findings.map(({ severity, rule, key, line }) => [severity, rule, key, line]) };
  };
  expect(await gone('resume')).toEqual({ code: 0, gone: [['warning', 'run.row.gone', 'q-3', 4]] });
  expect(await gone('retry')).toEqual({ code: 0, gone: [['warning', 'run.row.gone', 'q-2', 3]] });
  await space.file('u.csv', `${HEADER}${rows[3]}\nx,,,,`);
  expect((await gone('resume')).gone).not.toContainEqual(expect.arrayContaining(['run.row.gone']));
});
