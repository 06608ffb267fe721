/** A run whose record cannot be written sends nothing, and says what is in the way. */
import { expect, it } from 'vitest';
import { createWorkspace } from '../support/cli/workspace.ts';

const USERS = 'ExternalId,FirstName,LastName,Role,Hierarchies\nn-1,Ada,Byron,Candidate,LAW-1\n';

it.each([
  ['its folder is a file', 'file'],
  ['its folder is in a file', 'file/runs'],
])('because %s', async (_, runs) => {
  const space = await createWorkspace();
  await space.file('users.csv', USERS);
  await space.file('file', '');
  const { code, report } = await space.json(['user', 'sync', 'users.csv'], { env: { EXAMCTL_RUNS: runs } });
  expect(code).toBe(1);
  expect(report).toMatchObject({
    error: { name: 'RunRecordError', hint: expect.stringContaining('EXAMCTL_RUNS') },
    counts: { sent: 0 },
  });
  expect((await space.entries<{ ExternalId: string }>('users')).map(({ ExternalId }) => ExternalId)).not.toContain(
    'n-1',
  );
});
