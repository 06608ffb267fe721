/** Collections without an id cannot be found again: what may have been made is never made a second time. */
import { expect, it } from 'vitest';
import { startAnsweringServer } from '../support/chaos/answering-server.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const env = { EXAMCTL_TOKEN: 'test-token-of-no-worth' };

it('one that was made in a part is not sent again by a retry', async () => {
  const space = await createWorkspace();
  const content = { ExternalId: 'made-1', Errors: [{ Code: 900, Error: 'Taxonomy was not attached' }] };
  const body = JSON.stringify({ Content: content, Success: true, Errors: null });
  const server = await startAnsweringServer(() => ({ body }));
  await space.file('c.csv', 'Title\nOne\n');
  const first = await space.json(['collection', 'add', 'c.csv', '--base-url', server.url], { env });
  expect(first).toMatchObject({ code: 4, report: { counts: { failed: 1 } } });
  const retried = await space.json(['runs', 'retry', String(first.report.run)], { env });
  expect(retried).toMatchObject({ code: 4, report: { counts: { failed: 1 } } });
  expect(server.bodies).toHaveLength(1);
});

it('one of which nobody knows keeps the exit code of its run, beside rows that are wrong', async () => {
  const space = await createWorkspace();
  const server = await startAnsweringServer(() => ({ status: 500, body: '' }));
  await space.file('c.csv', `Title\nOne\n${'x'.repeat(100)}\n`);
  const flags = ['--skip-invalid', '--base-url', server.url, '--retries', '0'];
  const first = await space.json(['collection', 'add', 'c.csv', ...flags], { env });
  expect(first).toMatchObject({ code: 4, report: { counts: { unknown: 1, invalid: 1 } } });
  for (const verb of ['resume', 'retry']) {
    const again = await space.json(['runs', verb, String(first.report.run)], { env });
    expect(again).toMatchObject({ code: 4, report: { counts: { unknown: 1, sent: 0 } } });
  }
  expect(server.bodies).toHaveLength(1);
});
