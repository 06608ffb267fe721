/** A dry run that a guard stops shows the plan that the guard stops. */
import { expect, it } from 'vitest';
import { startAnsweringServer } from '../support/chaos/answering-server.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const USERS = 'ExternalId,FirstName,LastName,Email\nn-1,Ada,Byron,a@example.org\nn-2,Max,Born,m@example.org\n';

it.each([
  ['--expect', 'create=5'],
  ['--max-changes', '0'],
])('%s %s', async (...guard) => {
  const space = await createWorkspace();
  const sync = ['user', 'sync', await space.file('u.csv', USERS), '--dry-run'];
  const free = (await space.json(sync)).report;
  const { code, report } = await space.json([...sync, ...guard]);
  expect(code).toBe(8);
  expect(report).toMatchObject({ counts: free.counts, results: free.results, error: { name: 'GuardError' } });
  expect(report.results).toHaveLength(2);
  expect(report.error?.hint).not.toContain('--dry-run');
  const { stdout, stderr } = await space.run([...sync, ...guard]);
  const said = stdout + stderr;
  expect(said).toContain('Dry run: nothing was changed.\n2 users: 2 would be created.');
  expect(said).toContain('new  Ada B. (n-1)');
});

it('the same against a remote, of which a run keeps its plan to itself', async () => {
  const [space, server] = [await createWorkspace(), await startAnsweringServer()];
  const file = await space.file('u.csv', USERS);
  const sync = ['user', 'sync', file, '--base-url', server.url, '--max-changes', '1'];
  const env = { EXAMCTL_TOKEN: 'test-token-of-no-worth' };
  const dry = await space.json([...sync, '--dry-run'], { env });
  expect(dry.code).toBe(8);
  expect(dry.report.results.map(({ outcome }) => outcome)).toEqual(['not-sent', 'not-sent']);
  const run = await space.json(sync, { env });
  expect(run).toMatchObject({ code: 8, report: { results: [], run: null } });
});

it('logins that would be disabled beyond the ceiling are shown', async () => {
  const space = await createWorkspace();
  const args = ['user', 'sync', await space.file('u.csv', USERS), '--missing', 'disable', '--max-missing', '0'];
  const { stdout, stderr, code } = await space.run([...args, '--dry-run']);
  expect(code).toBe(8);
  expect(stdout + stderr).toMatch(/would be disabled \(not in the file\)/);
  expect(stdout + stderr).not.toContain('with --dry-run');
});
