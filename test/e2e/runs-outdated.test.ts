/** Old data never goes back: what newer runs have sent, or others have made, is left as it is by resume and retry. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startAnsweringServer } from '../support/chaos/answering-server.ts';
import { csv, row } from '../support/cli/sitting-list.ts';
import { createWorkspace, digestsOf } from '../support/cli/workspace.ts';

const TOKEN = { EXAMCTL_TOKEN: 'test-token-of-no-worth' };
const ROLES = JSON.stringify({ Roles: [{ Title: 'Nobody', Participate: true, Permissions: [] }] });
const OUTDATED = 'run.row.outdated';

function usersCsv(name: string, from: number, to: number): string {
  const rows = Array.from({ length: to - from }, (_, i) => `n-${from + i},Ada,${name},n${from + i}@example.org\n`);
  return `ExternalId,FirstName,LastName,Email\n${rows.join('')}`;
}

const keys = (findings: readonly { key: string | null; rule: string }[]) =>
  findings.filter(({ rule }) => rule === OUTDATED).map(({ key }) => key);

/** A run that a remote has refused after so many requests. */
async function brokenRun(args: readonly string[], list: string, taken: number) {
  const space = await createWorkspace();
  let isDown = true;
  const server = await startAnsweringServer((_, index) => (isDown && index >= taken ? { status: 403, body: '' } : {}));
  const send = (file: string) =>
    space.json([...args, file, '--base-url', server.url, '--concurrency', '1'], { env: TOKEN });
  const first = await send(await space.file('v1.csv', list));
  isDown = false;
  const before = () => server.bodies.splice(0);
  return { space, send, first: String(first.report.run), sent: before };
}

it('a resume sends no user whom a newer run has sent with other content, and names that run', async () => {
  const { space, send, first, sent } = await brokenRun(['user', 'sync'], usersCsv('Old', 0, 10), 3);
  const second = await send(await space.file('v2.csv', usersCsv('New', 4, 7)));
  sent();
  const { code, report } = await space.json(['runs', 'resume', first], { env: TOKEN });
  expect(code).toBe(4);
  expect(sent().map(({ ExternalId }) => ExternalId)).toEqual(['n-3', 'n-7', 'n-8', 'n-9']);
  expect(keys(report.findings)).toEqual(['n-4', 'n-5', 'n-6']);
  expect(report.findings[0]).toMatchObject({
    severity: 'error',
    message: expect.stringContaining(String(second.report.run)),
  });
  expect(report.counts).toMatchObject({ sent: 4, succeeded: 7, failed: 3, unknown: 0 });
  const shown = JSON.parse((await space.run(['runs', 'show', first, '--json'])).stdout);
  expect(shown).toMatchObject({ succeeded: 7, failed: 3, open: 0 });
  const retried = await space.json(['runs', 'retry', first], { env: TOKEN });
  expect({ sent: sent(), keys: keys(retried.report.findings) }).toEqual({ sent: [], keys: ['n-4', 'n-5', 'n-6'] });
});

it('a resume sends what a newer run has sent with the same content, and what it has not begun', async () => {
  const sittings = [1, 2, 3].map((n) => row(n, { ScheduleExtId: `S-${n}` }));
  const { space, send, first, sent } = await brokenRun(['schedule', 'push', '--upsert'], csv(sittings), 1);
  await send(await space.file('v2.csv', csv(sittings.slice(0, 2))));
  sent();
  const { code, report } = await space.json(['runs', 'resume', first], { env: TOKEN });
  expect({ code, findings: report.findings, sent: sent().length }).toEqual({ code: 0, findings: [], sent: 2 });
});

it('a retry leaves a record alone that a newer run has sent with other content', async () => {
  const space = await createWorkspace();
  const list = (role: string, name: string) =>
    `ExternalId,FirstName,LastName,Email,Role\nw-1,Ada,${name},u1@example.org,${role}\n`;
  const first = await space.json(['user', 'sync', await space.file('v1.csv', list('Nobody', 'Old'))]);
  await space.run(['user', 'sync', await space.file('v2.csv', list('Candidate', 'New'))]);
  await space.run(['local', 'load', await space.file('roles.json', ROLES)]);
  const before = await digestsOf(space.store);
  const { code, report } = await space.json(['runs', 'retry', String(first.report.run)]);
  expect({ code, keys: keys(report.findings) }).toEqual({ code: 4, keys: ['w-1'] });
  expect(await digestsOf(space.store)).toEqual(before);
});

it('a resume changes no user of the embedded engine that it was to create, and that is there by now', async () => {
  const space = await createWorkspace();
  const empty = join(space.folder, 'empty');
  await cp(space.store, empty, { recursive: true });
  const { report } = await space.json(['user', 'sync', await space.file('v1.csv', usersCsv('Old', 0, 4))]);
  const path = join(space.folder, '.examctl/runs', `${report.run}.ndjson`);
  const lines = (await readFile(path, 'utf8')).split('\n');
  // As if it had been stopped before it kept anything.
  await writeFile(path, lines.filter((line) => !/"type":"(?:begun|kept|ended)"/.test(line)).join('\n'));
  await rm(space.store, { recursive: true });
  await cp(empty, space.store, { recursive: true });
  const elsewhere = { EXAMCTL_RUNS: join(space.folder, 'other-runs') };
  const others = await space.run(['user', 'sync', await space.file('v2.csv', usersCsv('New', 1, 3))], {
    env: elsewhere,
  });
  expect(others.code).toBe(0);
  const { code, report: resumed } = await space.json(['runs', 'resume', String(report.run)]);
  expect({ code, keys: keys(resumed.findings) }).toEqual({ code: 4, keys: ['n-1', 'n-2'] });
  expect(resumed.counts).toMatchObject({ create: 2, update: 0, succeeded: 2, failed: 2 });
  const users = await space.entries<{ ExternalId: string; LastName: string }>('users');
  const names = users.filter(({ ExternalId }) => ExternalId.startsWith('n-')).map(({ LastName }) => LastName);
  expect(names).toEqual(['Old', 'New', 'New', 'Old']);
});

it('a run that was cut short before its plan stood puts no older data over that of a newer run', async () => {
  const space = await createWorkspace();
  const { report } = await space.json(['user', 'sync', await space.file('v1.csv', usersCsv('Old', 0, 2))]);
  const path = join(space.folder, '.examctl/runs', `${report.run}.ndjson`);
  await writeFile(path, `${(await readFile(path, 'utf8')).split('\n')[0]}\n`);
  await space.run(['user', 'sync', await space.file('v2.csv', usersCsv('New', 0, 1))]);
  const before = await digestsOf(space.store);
  const { code, report: resumed } = await space.json(['runs', 'resume', String(report.run)]);
  expect({ code, keys: keys(resumed.findings) }).toEqual({ code: 4, keys: ['n-0'] });
  expect(await digestsOf(space.store)).toEqual(before);
});

it('what a forced resume has sent to a remote counts for an older run, and is no change later', async () => {
  const space = await createWorkspace();
  const list = (title: string) =>
    csv([1, 2, 3].map((n) => row(n, { ScheduleExtId: `S-${n}`, Title: n === 3 ? title : 'T' })));
  let left = 0;
  const server = await startAnsweringServer(() => (left-- > 0 ? {} : { status: 403, body: '' }));
  const push = async (name: string): Promise<string> => {
    left = 1;
    const file = await space.file(name, list('Old'));
    const to = ['--upsert', '--base-url', server.url, '--concurrency', '1'];
    return String((await space.json(['schedule', 'push', file, ...to], { env: TOKEN })).report.run);
  };
  const [first, second] = [await push('v1.csv'), await push('v2.csv')];
  left = 100;
  await space.file('v2.csv', list('New'));
  const forced = await space.json(['runs', 'resume', second, '--force'], { env: TOKEN });
  expect({ code: forced.code, findings: forced.report.findings }).toEqual({ code: 0, findings: [] });
  const again = await space.json(['runs', 'resume', second, '--force'], { env: TOKEN });
  expect({ code: again.code, findings: again.report.findings }).toEqual({ code: 0, findings: [] });
  const older = await space.json(['runs', 'resume', first], { env: TOKEN });
  expect({ code: older.code, keys: keys(older.report.findings) }).toEqual({ code: 4, keys: ['S-3'] });
});

it('what a forced retry has kept in the embedded engine counts for an older run', async () => {
  const space = await createWorkspace();
  const list = (name: string) => `ExternalId,FirstName,LastName,Email,Role\nw-1,Ada,${name},u1@example.org,Nobody\n`;
  const sync = async (name: string): Promise<string> =>
    String((await space.json(['user', 'sync', await space.file(name, list('Old'))])).report.run);
  const [first, second] = [await sync('v1.csv'), await sync('v2.csv')];
  await space.run(['local', 'load', await space.file('roles.json', ROLES)]);
  await space.file('v2.csv', list('New'));
  expect((await space.run(['runs', 'retry', second, '--force'])).code).toBe(0);
  const before = await digestsOf(space.store);
  const { code, report } = await space.json(['runs', 'retry', first]);
  expect({ code, keys: keys(report.findings) }).toEqual({ code: 4, keys: ['w-1'] });
  expect(await digestsOf(space.store)).toEqual(before);
});
