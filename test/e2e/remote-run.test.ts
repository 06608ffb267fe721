/** Runs against a remote: refused, cut off, resumed, and not repeated where nothing has changed. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BulkReport } from '../../src/model/report.ts';
import { type AnsweringServer, startAnsweringServer } from '../support/chaos/answering-server.ts';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';
import { startConnectProxy } from '../support/hostile/connect-proxy.ts';

const TOKEN = { EXAMCTL_TOKEN: 'test-token-of-no-worth' };

function usersCsv(count: number, lastName = 'Byron'): string {
  const rows = Array.from({ length: count }, (_, i) => `u-${i},Ada,${lastName},u${i}@example.org\n`);
  return `ExternalId,FirstName,LastName,Email\n${rows.join('')}`;
}

function sync(space: Workspace, { url }: AnsweringServer, args: readonly string[] = []) {
  return space.json(['user', 'sync', join(space.folder, 'users.csv'), '--base-url', url, ...args], { env: TOKEN });
}

async function filesOf(space: Workspace): Promise<string[]> {
  return readdir(join(space.folder, '.examctl/runs')).catch(() => []);
}

describe('plain http to another machine', () => {
  const URL = 'http://exams.example.test';

  async function behindProxy() {
    const [space, server] = [await createWorkspace(), await startAnsweringServer()];
    const proxy = await startConnectProxy(Number(new globalThis.URL(server.url).port));
    onTestFinished(() => proxy.close());
    await space.file('users.csv', usersCsv(1));
    const env = { ...TOKEN, HTTP_PROXY: proxy.url };
    return { server, proxy, call: (args: readonly string[]) => space.json(args, { env }) };
  }

  it('is refused before anything is sent, and --insecure-http lets it pass, for one call', async () => {
    const { server, proxy, call } = await behindProxy();
    const sync = ['user', 'sync', 'users.csv', '--base-url', URL];
    const refused = await call(sync);
    expect(refused.report).toMatchObject({ exitCode: 2, error: { hint: expect.stringContaining('--insecure-http') } });
    expect(refused.report.error?.message).toContain('in the clear');
    expect([proxy.tunnels.length, server.bodies.length]).toEqual([0, 0]);
    expect((await call([...sync, '--insecure-http'])).report.counts).toMatchObject({ succeeded: 1 });
    expect(proxy.tunnels[0]?.target).toBe('exams.example.test:80');
    expect((await call(['runs', 'retry', 'latest'])).report.error?.message).toContain('in the clear');
    expect((await call(['runs', 'retry', 'latest', '--insecure-http'])).code).toBe(0);
    expect(server.bodies).toHaveLength(1);
  });
});

describe('user sync, twice', () => {
  it('sends what is new or has changed; --full sends all', async () => {
    const [space, server] = [await createWorkspace(), await startAnsweringServer()];
    await space.file('users.csv', usersCsv(5));
    expect((await sync(space, server)).report.counts).toMatchObject({ sent: 5, succeeded: 5, unchanged: 0 });
    expect((await sync(space, server)).report.counts).toMatchObject({ sent: 0, unchanged: 5 });
    expect(server.bodies).toHaveLength(5);
    await space.file('users.csv', usersCsv(5).replace('u-3,Ada', 'u-3,Augusta'));
    expect((await sync(space, server)).report.counts).toMatchObject({ sent: 1, unchanged: 4 });
    expect(server.bodies[5]).toMatchObject({ ExternalId: 'u-3', FirstName: 'Augusta' });
    expect((await sync(space, server, ['--full'])).report.counts).toMatchObject({ sent: 5 });
    expect(server.bodies).toHaveLength(11);
  });

  it('sends a user again that goes back to what it was, also after --full and after a refusal', async () => {
    const space = await createWorkspace();
    let isRefusing = false;
    const refusal = { status: 400, body: '{"Content":null,"Success":false,"Errors":[{"Code":209,"Error":"no"}]}' };
    const server = await startAnsweringServer(() => (isRefusing ? refusal : {}));
    await space.file('users.csv', usersCsv(1));
    await sync(space, server);
    await space.file('users.csv', usersCsv(1, 'Lovelace'));
    await sync(space, server, ['--full']);
    await space.file('users.csv', usersCsv(1));
    expect((await sync(space, server)).report.counts).toMatchObject({ sent: 1 });
    await space.file('users.csv', usersCsv(1, 'Lovelace'));
    isRefusing = true;
    expect((await sync(space, server)).code).toBe(4);
    isRefusing = false;
    await space.file('users.csv', usersCsv(1));
    expect((await sync(space, server)).report.counts).toMatchObject({ sent: 1, succeeded: 1 });
    expect(server.bodies.map(({ LastName }) => LastName)).toEqual(['Byron', 'Lovelace', 'Byron', 'Lovelace', 'Byron']);
  });

  it('sends a user again that was refused under --full, or that a schedule has changed since', async () => {
    const space = await createWorkspace();
    let isRefusing = false;
    const refusal = { status: 413, body: '' };
    const server = await startAnsweringServer(() => (isRefusing ? refusal : {}));
    await space.file('users.csv', usersCsv(2));
    await sync(space, server);
    isRefusing = true;
    expect((await sync(space, server, ['--full'])).code).toBe(4);
    isRefusing = false;
    expect((await sync(space, server)).report.counts).toMatchObject({ sent: 2, succeeded: 2 });
    const sitting = {
      Upsert: true,
      Schedule: {
        ...{ ScheduleExtId: 'S-1', AssessmentExtId: 'LAW-101', GroupExtId: 'LAW-1', GroupName: 'Law' },
        StartDateTime: '2027-03-01T09:00:00.000Z',
      },
      Candidates: [{ CandidateExtId: 'u-1', FirstName: 'Ada', LastName: 'Wrong', Email: 'a@example.org' }],
    };
    const file = await space.file('sitting.json', JSON.stringify(sitting));
    const pushed = await space.json(['schedule', 'push', file, '--base-url', server.url], { env: TOKEN });
    expect(pushed.code).toBe(0);
    const { report } = await sync(space, server);
    expect(report.results.filter(({ attempts }) => attempts > 0).map(({ key }) => key)).toEqual(['u-1']);
  });

  it('does not learn from a resumed run what another run has changed since', async () => {
    const space = await createWorkspace();
    let isRefusing = true;
    const refusal = { status: 400, body: '{"Content":null,"Success":false,"Errors":[{"Code":209,"Error":"no"}]}' };
    const server = await startAnsweringServer(({ ExternalId }) => (isRefusing && ExternalId === 'u-1' ? refusal : {}));
    await space.file('users.csv', usersCsv(2));
    const first = await sync(space, server);
    expect(first.report.counts).toMatchObject({ succeeded: 1, failed: 1 });
    isRefusing = false;
    await space.file('other.csv', usersCsv(1, 'Lovelace'));
    await space.json(['user', 'sync', 'other.csv', '--base-url', server.url], { env: TOKEN });
    expect((await space.json(['runs', 'retry', String(first.report.run)], { env: TOKEN })).code).toBe(0);
    const sent = server.bodies.length;
    await sync(space, server);
    expect(server.bodies.slice(sent)).toMatchObject([{ ExternalId: 'u-0', LastName: 'Byron' }]);
  });

  it('knows a platform by where it is, however its address is written', async () => {
    const [space, server] = [await createWorkspace(), await startAnsweringServer()];
    await space.file('users.csv', usersCsv(1));
    await sync(space, server);
    await space.file('users.csv', usersCsv(1, 'Lovelace'));
    const url = `${server.url}/api/v1/integrations/`;
    await space.json(['user', 'sync', 'users.csv', '--base-url', url], { env: TOKEN });
    await space.file('users.csv', usersCsv(1));
    expect((await sync(space, server)).report.counts).toMatchObject({ sent: 1, unchanged: 0 });
  });

  it('as a dry run sends nothing, says that nobody was asked, leaves no file, and is no failure', async () => {
    const [space, server] = [await createWorkspace(), await startAnsweringServer()];
    const file = await space.file('users.csv', usersCsv(2));
    const { code, report } = await sync(space, server, ['--dry-run']);
    expect(code).toBe(0);
    expect(report).toMatchObject({ dryRun: true, rehearsal: 'validation', counts: { sent: 0, unknown: 0 } });
    expect(report.results.map(({ outcome }) => outcome)).toEqual(['not-sent', 'not-sent']);
    const { stdout } = await space.run(['user', 'sync', file, '--base-url', server.url, '--dry-run'], { env: TOKEN });
    expect(stdout).toContain('2 users: 2 would be sent.');
    expect(stdout).toContain('the platform itself was not asked');
    expect(server.bodies).toEqual([]);
    expect(await filesOf(space)).toEqual([]);
  });

  it('counts what it may change for --max-changes', async () => {
    const [space, server] = [await createWorkspace(), await startAnsweringServer()];
    await space.file('users.csv', usersCsv(3));
    const { code, report } = await sync(space, server, ['--max-changes', '2']);
    expect(code).toBe(8);
    expect(report.error?.message).toContain('may change 3 records');
    expect(server.bodies).toEqual([]);
  });

  it('is not sent if --expect asks for what a remote cannot tell; what was sent before can be told', async () => {
    const [space, server] = [await createWorkspace(), await startAnsweringServer()];
    await space.file('users.csv', usersCsv(2));
    for (const counts of ['create=0,update=0', 'create=2', 'unchanged=0,update=2']) {
      const { code, report } = await sync(space, server, ['--expect', counts]);
      expect({ code, message: report.error?.message, hint: report.error?.hint }).toEqual({
        code: 8,
        message: expect.stringContaining('a remote cannot tell what it has'),
        hint: expect.stringContaining('--max-changes'),
      });
    }
    expect(server.bodies).toEqual([]);
    expect((await sync(space, server, ['--expect', 'unchanged=0'])).report.counts).toMatchObject({ sent: 2 });
    await space.file('users.csv', usersCsv(3));
    expect((await sync(space, server, ['--expect', 'unchanged=3'])).code).toBe(8);
    expect((await sync(space, server, ['--expect', 'unchanged=2'])).report.counts).toMatchObject({ sent: 1 });
    expect((await sync(space, server, ['--expect', 'create=0,update=0,unchanged=3'])).code).toBe(0);
    expect(server.bodies).toHaveLength(3);
  });

  it('is not sent if nothing is remembered either, as of schedules', async () => {
    const [space, server] = [await createWorkspace(), await startAnsweringServer()];
    const schedule = ['--assessment-ext-id', 'A-1', '--start-date-time', '2027-03-01T09:00:00Z'];
    const group = ['--group-ext-id', 'G', '--group-name', 'Group', '--schedule-ext-id', 'S-1'];
    const to = ['--base-url', server.url, '--expect', 'unchanged=0'];
    const { code } = await space.json(['schedule', 'push', ...schedule, ...group, ...to], { env: TOKEN });
    expect(code).toBe(8);
    expect(server.bodies).toEqual([]);
  });
});

describe('a remote that breaks down', () => {
  it('with 403 in the middle ends the run at once with exit 5, and the rest is not begun', async () => {
    const space = await createWorkspace();
    let isRefusing = true;
    const server = await startAnsweringServer((_, index) =>
      isRefusing && index >= 6 ? { status: 403, body: '' } : {},
    );
    await space.file('users.csv', usersCsv(50));
    const { code, report } = await sync(space, server, ['--concurrency', '2']);
    expect(code).toBe(5);
    expect(report.error?.name).toBe('RefusedError');
    expect(report.counts).toMatchObject({ succeeded: 6, failed: 0, unknown: 0 });
    expect(server.bodies.length).toBeLessThanOrEqual(8);
    const shown = JSON.parse((await space.run(['runs', 'show', String(report.run), '--json'])).stdout);
    expect(shown).toMatchObject({ succeeded: 6, open: 44, unknown: 0, ended: 5 });
    expect(shown.records.filter(({ outcome }: { outcome: string }) => outcome === 'not begun')).toHaveLength(44);
    isRefusing = false;
    expect((await space.json(['runs', 'resume', String(report.run)], { env: TOKEN })).report.counts.succeeded).toBe(50);
  });

  it('which has no interface at the path of the base URL ends the run at once with exit 6, and names the address', async () => {
    const space = await createWorkspace();
    const Errors = [{ Code: null, Error: 'There is no such resource', Rule: 'http.route' }];
    const body = JSON.stringify({ Content: null, Success: false, Errors });
    const server = await startAnsweringServer(() => ({ status: 404, body }));
    await space.file('users.csv', usersCsv(50));
    const to = { ...server, url: `${server.url}/api/v1/integrations/foo` };
    const { code, report } = await sync(space, to, ['--concurrency', '2']);
    expect(code).toBe(6);
    expect(report.error).toMatchObject({
      name: 'UnreachableError',
      message: `There is no interface at ${to.url}/api/v1/integrations (status 404: There is no such resource)`,
      hint: expect.stringContaining('Check the path of the base URL'),
    });
    expect(report.findings).toEqual([]);
    expect(report.counts).toMatchObject({ succeeded: 0, failed: 0, unknown: 0 });
    expect(server.bodies.length).toBeLessThanOrEqual(2);
  });

  it('beyond the budget ends the run with exit 6, resumable, with the token from a file as before', async () => {
    const space = await createWorkspace();
    let isBusy = true;
    const busy = { status: 429, headers: { 'retry-after': '3600' }, body: '' };
    const server = await startAnsweringServer((_, index) => (isBusy && index >= 4 ? busy : {}));
    const file = await space.file('users.csv', usersCsv(12));
    const token = await space.file('token', 'test-token-of-no-worth\n');
    const args = ['user', 'sync', file, '--base-url', server.url, '--token-file', token, '--concurrency', '1'];
    const { code, stdout, stderr } = await space.run(args);
    expect(code).toBe(6);
    const [, resume = ''] = /examctl (runs resume \S+)/.exec(stdout + stderr) ?? [];
    isBusy = false;
    const resumed = await space.json(resume.split(' '));
    expect(resumed.report.error).toBeNull();
    expect(resumed.code).toBe(0);
    const keys = server.bodies.map(({ ExternalId }) => ExternalId);
    expect(keys.filter((key) => key === 'u-0')).toHaveLength(1);
    expect(new Set(keys).size).toBe(12);
  });

  it('gets another token on resume only if the call names its host, since anyone may have put the record there', async () => {
    const space = await createWorkspace();
    const seen: (string | undefined)[] = [];
    const server = await startAnsweringServer((_, __, { authorization }) => {
      seen.push(authorization);
      return authorization === 'EAPI right-token' ? {} : { status: 403, body: '' };
    });
    const file = await space.file('users.csv', usersCsv(1));
    const wrong = await space.file('wrong', 'wrong-token');
    const right = await space.file('right', 'right-token');
    const first = await space.json(['user', 'sync', file, '--base-url', server.url, '--token-file', wrong]);
    expect(first.code).toBe(5);
    const planted = await space.json(['runs', 'resume', String(first.report.run), '--token-file', right]);
    expect(planted.code).toBe(2);
    expect(planted.report.error?.hint).toContain(`--base-url ${server.url}`);
    expect(seen).toEqual(['EAPI wrong-token']);
    const named = ['--token-file', right, '--base-url', server.url];
    const second = await space.json(['runs', 'resume', String(first.report.run), ...named]);
    expect(second.code).toBe(0);
    expect(seen).toEqual(['EAPI wrong-token', 'EAPI right-token']);
  });
});

it('does not take for its own what was there before: nothing had reached the platform', async () => {
  const space = await createWorkspace();
  const taken =
    '{"Content":null,"Success":false,"Errors":[{"Code":233,"Error":"A user with the same ExternalId exists"}]}';
  let isUp = false;
  const server = await startAnsweringServer(() => (isUp ? { status: 400, body: taken } : { status: 403, body: '' }));
  await space.file('users.csv', usersCsv(1));
  const first = await sync(space, server);
  isUp = true;
  const second = await space.json(['runs', 'resume', String(first.report.run)], { env: TOKEN });
  const { counts, results }: BulkReport = second.report;
  expect(counts).toMatchObject({ succeeded: 0, failed: 1 });
  expect(results[0]?.errors[0]?.Code).toBe(233);
});

it('finds out with a resume what became of collections without an id in the file', async () => {
  const space = await createWorkspace();
  let isDown = true;
  const server = await startAnsweringServer(({ ExternalId }) => {
    const body = JSON.stringify({ Content: { ExternalId, Errors: [] }, Success: true, Errors: null });
    return isDown ? { status: 500, body: '' } : { body };
  });
  const rows = Array.from({ length: 30 }, (_, i) => `Title ${i}\n`);
  await space.file('c.csv', `Title\n${rows.join('')}`);
  const add = ['collection', 'add', 'c.csv', '--base-url', server.url, '--concurrency', '1', '--retries', '0'];
  const { code, report } = await space.json(add, { env: TOKEN });
  expect(code).toBe(6);
  isDown = false;
  const sent = server.bodies.length;
  expect(sent).toBeLessThan(30);
  const resumed = await space.json(['runs', 'resume', String(report.run), '--concurrency', '1'], { env: TOKEN });
  expect(resumed).toMatchObject({ code: 0, report: { counts: { unknown: 0, succeeded: 30 } } });
  expect(server.bodies).toHaveLength(sent + 30);
  expect(new Set(server.bodies.map(({ ExternalId }) => ExternalId)).size).toBe(30);
});
