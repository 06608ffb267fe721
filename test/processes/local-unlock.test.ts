import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BulkReport } from '../../src/model/report.ts';
import { ended, startProgram } from '../support/cli/program.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const USERS = 2_000;

test('the id of the lock, and no other, takes it away from its holder, who cannot write any more', async () => {
  const workspace = await createWorkspace();
  const child = startProgram(['serve', '--port', '0', '--json'], {
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

  // It notices the loss without a request, and ends, so that a supervisor can start it again.
  const { code, stdout, stderr } = await end;
  expect({ code, stderr }).toEqual({ code: 7, stderr: expect.stringContaining('was taken away from this process') });
  expect(JSON.parse(stdout)).toMatchObject({ command: 'serve', pid: child.pid });
});

test('what a suspended run reports when it has lost its lock does not contradict the store', async () => {
  const workspace = await createWorkspace();
  const header = 'ExternalId,FirstName,LastName,Role\n';
  const rows = Array.from({ length: USERS }, (_, n) => `bulk-${n},Ann,Peeters,Candidate\n`);
  await workspace.file('bulk.csv', header + rows.join(''));
  const child = startProgram(['user', 'sync', 'bulk.csv', '--json', '--no-input'], {
    cwd: workspace.folder,
    env: { EXAMCTL_STORE: workspace.store },
  });
  const end = ended(child);
  const storedBulk = async () =>
    (await workspace.entries<{ ExternalId: string }>('users')).filter(({ ExternalId }) =>
      ExternalId.startsWith('bulk'),
    );
  const lock = join(workspace.store, 'lock');
  while (!existsSync(lock)) await new Promise((resolve) => setTimeout(resolve, 1));
  child.kill('SIGSTOP');
  const { token } = JSON.parse(await readFile(lock, 'utf8')) as { token: string };
  expect((await workspace.run(['local', 'unlock', token])).code).toBe(0);
  const other = await workspace.file('other.csv', `${header}other,Bob,Peeters,Candidate\n`);
  expect((await workspace.run(['user', 'sync', other])).code).toBe(0);
  child.kill('SIGCONT');

  const { code, stdout } = await end;
  const { counts, error } = JSON.parse(stdout) as BulkReport;
  expect(code).toBe(7);
  expect(error?.hint).toContain('may be stored or not');
  expect({ succeeded: counts.succeeded, stored: await storedBulk() }).toEqual({ succeeded: 0, stored: [] });

  expect((await workspace.run(['user', 'sync', 'bulk.csv'])).code).toBe(0);
  expect(await storedBulk()).toHaveLength(USERS);
});
