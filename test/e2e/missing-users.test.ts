/** `user sync --missing disable` turns off logins of those whom the file surely does not have, and of nobody else. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';

const HEADER = 'ExternalId,FirstName,LastName,Email\n';
const MISSING = ['--missing', 'disable', '--yes'];

interface StoredUser {
  readonly ExternalId: string;
  readonly DisableLogin?: boolean;
}

async function disabled({ entries }: Workspace): Promise<string[]> {
  const users = await entries<StoredUser>('users');
  return users.filter(({ DisableLogin }) => DisableLogin === true).map(({ ExternalId }) => ExternalId);
}

it('errors that stop the whole list come before the doubt about who is missing, in a dry run as in the run', async () => {
  const space = await createWorkspace();
  const swallowed = `${HEADER}s-1,A,B,"s1@example.org\ns-2,C,D,s2@example.org\ns-3,E,F,s3@example.org"\n`;
  const runs = [swallowed, 'ExternalId,Email\n'].flatMap((list) => [[list, '-n'] as const, [list] as const]);
  for (const [list, ...flags] of runs) {
    await space.file('u.csv', list);
    const { code, stderr } = await space.run(['user', 'sync', 'u.csv', '--skip-invalid', ...MISSING, ...flags]);
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.not.stringContaining('it is not known which users') });
  }
});

it('a run that --strict stops has planned as much as its dry run', async () => {
  const space = await createWorkspace();
  await space.file('u.csv', `${HEADER}s-1,A,B,s1@example.org\nu-1,Ada,Other,u1@example.org\n`);
  const counts = [];
  for (const flags of [['-n'], []]) {
    const all = ['--max-missing', '100%', '--strict'];
    const { code, report } = await space.json(['user', 'sync', 'u.csv', ...MISSING, ...all, ...flags]);
    expect(code).toBe(3);
    counts.push(report.counts);
  }
  const [rehearsed, run] = counts;
  expect(run).toEqual(rehearsed);
  expect(run?.disabled).toBeGreaterThan(0);
  expect(run?.update).toBeGreaterThan(run?.disabled ?? 0);
});

describe('a list of rejects', () => {
  it.each(['csv', 'ndjson'])('in %s is refused, since other users would count as missing', async (ending) => {
    const space = await createWorkspace();
    const bad = { ExternalId: 's-2', FirstName: 'A', LastName: 'B', Email: 'bad' };
    const users = [{ ...bad, ExternalId: 's-1', Email: 's1@example.org' }, bad];
    const rows = users.map((user) => `${Object.values(user).join()}\n`).join('');
    await space.file(
      `u.${ending}`,
      ending === 'csv' ? HEADER + rows : users.map((user) => JSON.stringify(user)).join('\n'),
    );
    const first = await space.run([
      'user',
      'sync',
      `u.${ending}`,
      '--skip-invalid',
      '--rejects',
      `fix.${ending}`,
      ...MISSING,
    ]);
    expect(first.code).toBe(4);
    expect(first.stdout).toContain(`fix the rows that fix.${ending} lists, in the file itself`);
    const before = await disabled(space);
    const fixed = (await readFile(join(space.folder, `fix.${ending}`), 'utf8')).replace(/\bbad\b/, 's2@example.org');
    const { code, stderr } = await space.run(['user', 'sync', await space.file(`fix.${ending}`, fixed), ...MISSING]);
    expect({ code, stderr }).toEqual({ code: 8, stderr: expect.stringContaining('this is a rejects file') });
    expect(await disabled(space)).toEqual(before);
  });
});

describe('a row that may stand for anybody', () => {
  it.each([
    ['with white space around its id', 'u-2 ,A,B,b@example.org'],
    ['without an id', ',A,B,b@example.org'],
    ['with too many cells', 'u-2,A,B,b@example.org,x'],
  ])('%s stops the run, since it is unknown who is missing', async (_, row) => {
    const space = await createWorkspace();
    await space.file('u.csv', `${HEADER}u-1,Marijke,B,u1@example.org\n${row}\n`);
    const { code, report } = await space.json(['user', 'sync', 'u.csv', '--skip-invalid', ...MISSING]);
    expect({ code, name: report.error?.name }).toEqual({ code: 8, name: 'GuardError' });
    expect(report.error?.message).toContain('1 row is wrong, so it is not known which users the file has');
    expect(await disabled(space)).toEqual([]);
    const rehearsed = await space.json(['user', 'sync', 'u.csv', '-n', ...MISSING]);
    expect(rehearsed).toMatchObject({ code: 3, report: { counts: { disabled: 0 } } });
  });

  it('is not one whose other cells are wrong: who it is, is known', async () => {
    const space = await createWorkspace();
    await space.file('u.csv', `${HEADER}u-1,Marijke,B,u1@example.org\nu-2,A,B,bad\n`);
    const { code } = await space.run(['user', 'sync', 'u.csv', '--skip-invalid', ...MISSING]);
    expect(code).toBe(4);
    expect(await disabled(space)).not.toContain('u-2');
    expect(await disabled(space)).not.toContain('u-1');
  });
});

it('a login that stays is named by its user alone, since no line has it', async () => {
  const space = await createWorkspace();
  await space.file('u.csv', `${HEADER}u-1,Marijke,B,u1@example.org\n`);
  const args = ['user', 'sync', 'u.csv', '-n', '--max-missing', '100%', ...MISSING];
  const [, key = ''] =
    /^warning {2}not in the file, DisableLogin of (\S+): The login of /m.exec((await space.run(args)).stdout) ?? [];
  expect(key).not.toBe('');
  expect((await space.run([...args, '-o', 'csv'])).stdout).toContain(
    `warning,not in the file,,1,,DisableLogin,${key},`,
  );
});

it('a user without a row keeps all else: the list says nothing about it, also with --replace-memberships', async () => {
  const space = await createWorkspace();
  const header = 'ExternalId,FirstName,LastName,Email,Hierarchies\n';
  await space.file('u.csv', `${header}u-1,Marijke,van der Berg,,LAW-2\nu-900,A,B,,LAW-1\n`);
  expect((await space.run(['user', 'sync', 'u.csv'])).code).toBe(0);
  await space.file('u.csv', `${header}u-1,Marijke,van der Berg,,LAW-1\n`);
  const flags = [...MISSING, '--max-missing', '100%', '--replace-memberships'];
  const { report } = await space.json(['user', 'sync', 'u.csv', ...flags]);
  expect(report.findings.filter(({ key }) => key === 'u-900')).toEqual([]);
  const users = await space.entries<StoredUser>('users');
  expect(users.find(({ ExternalId }) => ExternalId === 'u-900')).toMatchObject({
    DisableLogin: true,
    Hierarchies: [{ ExternalId: 'LAW-1' }],
  });
  expect(users.find(({ ExternalId }) => ExternalId === 'u-1')).toMatchObject({
    Hierarchies: [{ ExternalId: 'LAW-1' }],
  });
});
