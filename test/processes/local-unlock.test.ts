import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ended, startProgram } from '../support/cli/program.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

test('the id of the lock, and no other, takes it away from its holder, who cannot write any more', async () => {
  const workspace = await createWorkspace();
  const child = startProgram(['serve', '--port', '0'], {
    cwd: workspace.folder,
    env: { EXAMCTL_STORE: workspace.store, EXAMCTL_TOKEN: 'a-token-for-this-test' },
  });
  const end = ended(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));

  const refused = await workspace.run(['local', 'unlock', '0'.repeat(32)]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(`process ${child.pid}`);

  const { token } = JSON.parse(await readFile(join(workspace.store, 'lock'), 'utf8')) as { token: string };
  const taken = await workspace.run(['local', 'unlock', token]);
  expect(taken).toMatchObject({ code: 0, stderr: expect.stringContaining(`process ${child.pid} held it`) });

  const list = await workspace.file('users.csv', 'ExternalId,FirstName,LastName,Role\nu-x,Ann,Peeters,Candidate\n');
  expect((await workspace.run(['user', 'sync', list])).code).toBe(0);
  expect((await workspace.run(['local', 'unlock', token])).stderr).toContain('is not locked');
  child.kill('SIGTERM');
  await end;
});
