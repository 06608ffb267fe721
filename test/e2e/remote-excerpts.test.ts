/** What was not understood of a remote's answer is shown: on the screen, in reports, and by no other name than its own. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BulkReport, RecordResult } from '../../src/model/report.ts';
import { type Said, startAnsweringServer, TOKEN } from '../support/chaos/answering-server.ts';
import { LIVE } from '../support/cli/control-characters.ts';
import { createWorkspace, parseLines } from '../support/cli/workspace.ts';

const PAGE = '<html>\u001b[2J<h1>\u202eBad gateway</h1>';

async function setUp(answer: (id: string) => Said, users = 1) {
  const space = await createWorkspace();
  const rows = Array.from({ length: users }, (_, index) => `u-${index + 1},Ada,Byron\n`).join('');
  await space.file('users.csv', `ExternalId,FirstName,LastName\n${rows}`);
  const server = await startAnsweringServer(({ ExternalId }) => answer(ExternalId));
  const sync = ['user', 'sync', 'users.csv', '--base-url', server.url, '--retries', '0'];
  return { space, run: (args: readonly string[]) => space.run([...sync, ...args], { env: TOKEN }) };
}

describe('a refusal that cannot be read', () => {
  it('is shown beside the record, with nothing that a terminal obeys', async () => {
    const { run } = await setUp(() => ({ status: 404, body: PAGE }));
    const { code, stdout } = await run([]);
    expect(code).toBe(4);
    expect(stdout).toContain('The platform refused without a reason that could be read (status 404)');
    expect(stdout).toContain(
      'users.csv:2, u-1: Not understood of the answer: <html>\\u{1b}[2J<h1>\\u{202e}Bad gateway',
    );
    expect(stdout).not.toMatch(LIVE);
  });

  it('is in the JSON, among the events, and in CSV', async () => {
    const { run, space } = await setUp(() => ({ status: 404, body: PAGE }));
    const { stdout } = await run(['--json', '--report', 'r.csv']);
    const [result] = JSON.parse(stdout).results as RecordResult[];
    expect(result).toMatchObject({ key: 'u-1', outcome: 'failed' });
    expect(result?.excerpt).toContain('Bad gateway');
    expect(await readFile(join(space.folder, 'r.csv'), 'utf8')).toContain('Bad gateway');
    const events = parseLines<{ event: string; excerpt?: string }>((await run(['-o', 'ndjson'])).stdout);
    expect(events.find(({ event }) => event === 'result')?.excerpt).toContain('Bad gateway');
  });
});

it.each([
  [
    'Errors',
    'unknown',
    '"Errors":[{"Code":209,"Error":"Email was not stored"}],"Content":{"User":{"ExternalId":"u-1"}}',
  ],
  [
    'GroupErrors',
    'failed',
    '"Errors":null,"Content":{"User":{"ExternalId":"u-1"},"GroupErrors":["Email was not stored"]}',
  ],
])(
  'what an answer of success tells in %s is shown: the record is %s, and is not taken for done the next time',
  async (_, outcome, rest) => {
    const { run } = await setUp(() => ({ body: `{"Success":true,${rest}}` }));
    for (const _time of [1, 2]) {
      const { code, stdout } = await run(['--json']);
      expect(code).toBe(4);
      expect(JSON.parse(stdout).counts).toMatchObject({ [outcome]: 1 });
      expect(stdout).toContain('Email was not stored');
    }
  },
);

it('many excerpts are one kind of finding, and hide no error on the screen', async () => {
  const { run } = await setUp(() => ({ status: 404, body: PAGE }), 30);
  const { stdout } = await run([]);
  expect(stdout).toMatch(/^error {4}30 × The platform refused/m);
  expect(stdout).toMatch(/^warning {2}30 × Not understood of the answer: <html>.*: lines 2, 3, 4, 5, 6, …$/m);
});

it('an answer that is understood has no excerpt', async () => {
  const refusal = '{"Content":null,"Success":false,"Errors":[{"Code":247,"Error":"no"}]}';
  const { run } = await setUp(() => ({ status: 400, body: refusal }));
  expect((await run([])).stdout).not.toContain('Not understood');
  expect(JSON.parse((await run(['--json'])).stdout).results[0]).not.toHaveProperty('excerpt');
});

it('an answer about a review session has an excerpt too', async () => {
  const space = await createWorkspace();
  const server = await startAnsweringServer(() => ({ status: 404, body: '<h1>No such page</h1>{"Pin":"4711"}' }));
  const show = ['review-session', 'show', 'RS-1', '--base-url', server.url];
  const { code, stderr } = await space.run(show, { env: TOKEN });
  expect(code).toBe(4);
  expect(stderr).toContain('not understood of the answer: <h1>No such page</h1>{"Pin":[secret]}');
  const { stdout } = await space.run([...show, '--json'], { env: TOKEN });
  expect(JSON.parse(stdout).errors).toMatchObject([{ id: 'RS-1', excerpt: expect.stringContaining('No such page') }]);
});

it('what the platform said is in the record of the run, and is shown with it', async () => {
  const refusal = '{"Content":null,"Success":false,"Errors":[{"Code":247,"Error":"Too short"}]}';
  const { run, space } = await setUp(() => ({ status: 400, body: refusal }));
  const report = JSON.parse((await run(['--json'])).stdout) as BulkReport;
  const table = await space.run(['runs', 'show', String(report.run)]);
  expect(table.stdout).toContain('Too short (code 247)');
  const shown = JSON.parse((await space.run(['runs', 'show', String(report.run), '--json'])).stdout);
  expect(shown.records).toMatchObject([{ key: 'u-1', outcome: 'failed', errors: [{ Code: 247, Error: 'Too short' }] }]);
});
