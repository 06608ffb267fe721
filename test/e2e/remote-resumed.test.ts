/** What reports of resumed and retried runs count: what this command has sent, and what was done before it. */
import { expect, it } from 'vitest';
import { startAnsweringServer } from '../support/chaos/answering-server.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const TOKEN = { EXAMCTL_TOKEN: 'test-token-of-no-worth' };

function usersCsv(count: number): string {
  const rows = Array.from({ length: count }, (_, i) => `u-${i},Ada,Byron,u${i}@example.org\n`);
  return `ExternalId,FirstName,LastName,Email\n${rows.join('')}`;
}

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
