/** A run whose record cannot be written sends nothing, and says what is in the way. */
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ended, PROGRAM } from '../support/cli/program.ts';
import { createWorkspace, digestsOf } from '../support/cli/workspace.ts';

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

it('because the disk is full', async () => {
  const space = await createWorkspace();
  const rows = Array.from({ length: 2_000 }, (_, n) => `n-${n},Ada,Byron,Candidate,LAW-1\n`);
  await space.file('users.csv', `ExternalId,FirstName,LastName,Role,Hierarchies\n${rows.join('')}`);
  const before = await digestsOf(space.store);
  // In kibibytes; what goes beyond fails as it does on a full disk.
  const command = `ulimit -f 16; exec '${process.execPath}' '${PROGRAM}' user sync users.csv`;
  const child = spawn('bash', ['-c', command], {
    cwd: space.folder,
    env: { PATH: process.env['PATH'] ?? '', EXAMCTL_STORE: space.store },
  });
  const { code, stderr } = await ended(child);
  expect(code).toBe(1);
  expect(stderr).toMatch(/examctl: .*\.ndjson cannot be written: EFBIG/);
  expect(stderr).toContain('Nothing was sent.');
  expect(await digestsOf(space.store)).toEqual(before);
  // Half a record would be one more thing on that disk.
  expect(await readdir(join(space.folder, '.examctl/runs'))).toEqual([]);
});
