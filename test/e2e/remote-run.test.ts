/** Runs against a remote: refused, cut off, resumed, and not repeated where nothing has changed. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BulkReport } from '../../src/model/report.ts';
import { type AnsweringServer, startAnsweringServer, TOKEN } from '../support/chaos/answering-server.ts';
import { usersCsv } from '../support/cli/sitting-list.ts';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';
import { startConnectProxy } from '../support/hostile/connect-proxy.ts';

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

  it('is not sent if --expect asks for what a remote cannot tell; what was sent before can be told', async () => {
    const [space, server] = [await createWorkspace(), await startAnsweringServer()];
    await space.file('users.csv', usersCsv(2));
    for (const counts of ['create=0,update=0', 'create=2', 'unchanged=0,update=2']) {
      const { code, report } = await sync(space, server, ['--expect', counts]);
      expect({ code, message: report.error?.message, hint: report.error?.hint }).toEqual({
        code: 8,
        message: expect.stringContaining('a remote platform cannot tell what it has'),
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
});

describe('a remote that breaks down', () => {
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
