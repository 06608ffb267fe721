/** A run that is stopped in the middle accounts for every record, those that were not begun too. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startAnsweringServer, TOKEN } from '../support/chaos/answering-server.ts';
import { usersCsv } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const KEYS = Array.from({ length: 100 }, (_, i) => `u-${i}`);

async function brokenRun(answer: Parameters<typeof startAnsweringServer>[0]) {
  const [space, server] = [await createWorkspace(), await startAnsweringServer(answer)];
  const file = await space.file('users.csv', usersCsv(100));
  const outputs = ['--report', 'r.json', '--report', 'r.csv', '--rejects', 'fix.csv'];
  const to = ['--base-url', server.url, '--concurrency', '4', '--retries', '0'];
  const { code, stdout, stderr } = await space.run(['user', 'sync', file, ...to, ...outputs], { env: TOKEN });
  const read = (name: string) => readFile(join(space.folder, name), 'utf8');
  return { space, server, code, said: stdout + stderr, report: JSON.parse(await read('r.json')), read };
}

function outcomesOf(report: { results: { outcome: string }[] }) {
  const counts: Record<string, number> = {};
  for (const { outcome } of report.results) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

it('by a platform that dies: results and rejects say what became of each record, and one number says how many are in doubt', async () => {
  let isDown = true;
  const { space, server, code, said, report, read } = await brokenRun((_, index) =>
    isDown && index >= 10 ? { status: 500, body: '' } : {},
  );
  expect(code).toBe(6);
  expect(report.results.map(({ key }: { key: string }) => key)).toEqual(KEYS);
  const { unknown = 0, ...others } = outcomesOf(report);
  expect(unknown).toBeGreaterThanOrEqual(20);
  expect(others).toEqual({ succeeded: 10, 'not-sent': 90 - unknown });
  expect(report.counts).toMatchObject({ sent: 10 + unknown, succeeded: 10, unknown });
  expect((await read('r.csv')).trimEnd().split('\n')).toHaveLength(1 + 100);
  // What was not begun is left to resume: in both, it could be done twice.
  expect((await read('fix.csv')).trimEnd().split('\n')).toHaveLength(1 + unknown);
  expect(said).toContain(`100 users: 10 accepted, ${unknown} of unknown outcome, ${90 - unknown} not sent.`);
  expect(said).toContain('The outcomes of 20 requests in a row are unknown');
  expect(said).toMatch(/examctl runs resume \S+ {3}resumes where it stopped/);
  isDown = false;
  const resumed = await space.json(['runs', 'resume', 'latest'], { env: TOKEN });
  expect(resumed.report.counts).toMatchObject({ sent: 90, succeeded: 100 });
  expect(new Set(server.bodies.map(({ ExternalId }) => ExternalId)).size).toBe(100);
});

it('a run that a refusal stops has records that were refused under way, and records that were not begun', async () => {
  const { report } = await brokenRun((_, index) => (index >= 10 ? { status: 403, body: '' } : {}));
  expect(report.exitCode).toBe(5);
  expect(report.results.map(({ key }: { key: string }) => key)).toEqual(KEYS);
  expect(outcomesOf(report)).toEqual({ succeeded: 10, 'not-sent': 90 });
});

it('a resumed run that is stopped again keeps what is known of each record', async () => {
  let failsFrom = 10;
  const { space, report } = await brokenRun((_, index) => (index >= failsFrom ? { status: 500, body: '' } : {}));
  const { unknown = 0 } = outcomesOf(report);
  failsFrom = 0;
  const again = ['runs', 'resume', 'latest', '--concurrency', '1'];
  const second = await space.json(again, { env: TOKEN });
  expect(second.code).toBe(6);
  expect(second.report.results.map(({ key }) => key)).toEqual(KEYS);
  expect(outcomesOf(second.report as never)).toEqual({ succeeded: 10, unknown, 'not-sent': 90 - unknown });
  const shown = JSON.parse((await space.run(['runs', 'show', 'latest', '--json'])).stdout);
  expect(shown).toMatchObject({ succeeded: 10, unknown, open: 90 - unknown });
});

it('a run that is interrupted when its last requests are under way has nothing to resume', async () => {
  const [space, stop] = [await createWorkspace(), new AbortController()];
  const server = await startAnsweringServer((_, index) => {
    if (index === 1) stop.abort('SIGINT');
    return {};
  });
  const args = ['user', 'sync', await space.file('u.csv', usersCsv(2)), '--base-url', server.url];
  const options = { env: TOKEN, signal: stop.signal };
  const { code, stderr } = await space.run(args, options);
  expect({ code, isToResume: stderr.includes('runs resume') }).toEqual({ code: 130, isToResume: false });
  expect(stderr).toContain('Interrupted: 2 of 2 were done\n');
});

it('a run that is interrupted calls nothing done that failed or is of unknown outcome', async () => {
  const [space, stop] = [await createWorkspace(), new AbortController()];
  const refused = { status: 400, body: JSON.stringify({ Content: null, Success: false, Errors: [{ Code: 209 }] }) };
  const server = await startAnsweringServer((_, index) => {
    if (index === 5) stop.abort('SIGINT');
    return index === 2 ? refused : index === 3 ? { status: 500, body: '' } : {};
  });
  const args = ['user', 'sync', await space.file('u.csv', usersCsv(9)), '--base-url', server.url, '--retries', '0'];
  const options = { env: TOKEN, signal: stop.signal };
  const { code, stderr } = await space.run([...args, '--concurrency', '1'], options);
  expect(code).toBe(130);
  expect(stderr).toContain('Stopping: no further request begins, and those under way end first.');
  expect(stderr).toContain(
    'Interrupted: 4 of 9 were done, 1 failed, 1 of unknown outcome, the others were not begun\n',
  );
});
