/** What reports of resumed and retried runs count: what this command has sent, and what was done before it. */

import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startAnsweringServer, TOKEN } from '../support/chaos/answering-server.ts';
import { usersCsv } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

it('`sent` of resume and retry is what this command has sent, and what an earlier part has done was done before', async () => {
  const space = await createWorkspace();
  let isDown = true;
  const server = await startAnsweringServer((_, index) => (isDown && index >= 6 ? { status: 403, body: '' } : {}));
  const file = await space.file('users.csv', usersCsv(30));
  const to = ['--base-url', server.url, '--concurrency', '2', '--full'];
  expect((await space.json(['user', 'sync', file, ...to], { env: TOKEN })).code).toBe(5);
  isDown = false;
  const go = async (verb: string) => {
    const before = server.bodies.length;
    const { report } = await space.json(['runs', verb, 'latest'], { env: TOKEN });
    const attempts = report.results.filter((result) => result.attempts > 0).length;
    return { arrived: server.bodies.length - before, attempts, counts: report.counts };
  };
  expect(await go('retry')).toMatchObject({ arrived: 0, attempts: 0, counts: { sent: 0, succeeded: 6 } });
  expect(await go('resume')).toMatchObject({ arrived: 24, attempts: 24, counts: { sent: 24, succeeded: 30 } });
  expect(await go('resume')).toMatchObject({ arrived: 0, attempts: 0, counts: { sent: 0, succeeded: 30 } });
  const { stdout } = await space.run(['runs', 'resume', 'latest'], { env: TOKEN });
  expect(stdout).toContain('The run in all: 30 users: 30 done before or unchanged.');
});

it('a token that came from a pipe is asked for again, and a token file that is gone is no flag of this command', async () => {
  const space = await createWorkspace();
  const server = await startAnsweringServer(() => ({ status: 403, body: '' }));
  const args = ['user', 'sync', await space.file('users.csv', usersCsv(1)), '--base-url', server.url, '--token-file'];
  const pipe = join(space.folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const token = await space.file('token', 'test-token-of-no-worth');
  const [ofPipe] = await Promise.all([space.json([...args, pipe]), writeFile(pipe, 'test-token-of-no-worth')]);
  const ofFile = await space.json([...args, token]);
  for (const { code } of [ofPipe, ofFile]) expect(code).toBe(5);
  for (const file of [pipe, token]) await rm(file);
  const again = async (run: unknown) => (await space.json(['runs', 'resume', String(run)])).report.error;
  expect(await again(ofPipe.report.run)).toMatchObject({ message: 'There is no token for the remote platform' });
  expect(await again(ofFile.report.run)).toMatchObject({
    message: `The token file ${token} cannot be read`,
    hint: 'Name another with --token-file FILE.',
  });
});
