import { describe, expect, it } from 'vitest';
import { csv } from '../support/cli/sitting-list.ts';
import { createWorkspace, digestsOf } from '../support/cli/workspace.ts';

const CANARY = 'canary-77aa-secret';

interface StoredUser {
  readonly ExternalId: string;
  readonly DisableLogin?: boolean;
  readonly PasswordHash?: string;
}

const USER = {
  ...{ ExternalId: 'n-1', LastName: 'Jansen', FirstName: 'Anna', Email: 'anna@example.org', Role: 'Examiner' },
  ...{ SpecialNeeds: true, ReasonableAdjustmentPercentage: 25, Labels: ['law', 'second marker'] },
  Hierarchies: [
    { ExternalId: 'LAW-1', IsCoordinator: true, IsAdministrator: true },
    { ExternalId: 'LAW-2', Action: 'DELETE' },
  ],
};
const { Labels: _labels, Hierarchies: _hierarchies, ...REST } = USER;
const PLAIN = { ...REST, SpecialNeeds: 'yes', ReasonableAdjustmentPercentage: '25' };
const WORDS = {
  ...PLAIN,
  Labels: 'law|second marker',
  Hierarchies: 'LAW-1:IsCoordinator+IsAdministrator|LAW-2:DELETE',
};
const INDEXED = {
  ...{ ...PLAIN, 'Labels[0]': 'law', 'Labels[1]': 'second marker' },
  ...{ 'Hierarchies[0].ExternalId': 'LAW-1', 'Hierarchies[0].IsCoordinator': 'true' },
  ...{ 'Hierarchies[0].IsAdministrator': 'true' },
  ...{ 'Hierarchies[1].ExternalId': 'LAW-2', 'Hierarchies[1].Action': 'DELETE' },
};

describe('user sync', () => {
  it.each([
    ['users.json', JSON.stringify([USER])],
    ['words.csv', csv([WORDS])],
    ['indexed.csv', csv([INDEXED])],
  ])('makes the same user of %s', async (name, content) => {
    const { file, json, entries } = await createWorkspace();
    await file(name, content);
    const { code, report } = await json(['user', 'sync', name]);
    expect({ code, counts: report.counts }).toMatchObject({ code: 0, counts: { create: 1, succeeded: 1, failed: 0 } });
    const users = (await entries<StoredUser>('users')).filter(({ ExternalId }) => ExternalId === 'n-1');
    expect(users).toEqual([{ ...USER, Hierarchies: USER.Hierarchies.slice(0, 1) }]);
  });

  it('removes a membership that is marked DELETE, keeps those it does not name, and then has nothing to do', async () => {
    const { file, json, entries } = await createWorkspace();
    const row = { ExternalId: 'n-1', LastName: 'Jansen', FirstName: 'Anna' };
    const hierarchies = async () =>
      (await entries<StoredUser & { Hierarchies: object[] }>('users')).find(({ ExternalId }) => ExternalId === 'n-1')
        ?.Hierarchies;
    await file('a.csv', csv([{ ...row, Hierarchies: 'LAW-1|LAW-2:IsCoordinator|MED' }]));
    expect((await json(['user', 'sync', 'a.csv'])).code).toBe(0);
    await file('b.csv', csv([{ ...row, Hierarchies: 'LAW-1:DELETE|LAW-2:IsAdministrator' }]));
    expect((await json(['user', 'sync', 'b.csv'])).report.counts).toMatchObject({ update: 1, succeeded: 1 });
    const after = await hierarchies();
    expect(after?.map((link) => (link as { ExternalId: string }).ExternalId)).toEqual(['LAW-2', 'MED']);
    expect((await json(['user', 'sync', 'b.csv'])).report.counts).toMatchObject({ unchanged: 1, sent: 0 });
  });

  it('shows changed fields with personal data masked, whole with --reveal, and a password never', async () => {
    const { file, run, folder } = await createWorkspace();
    const row = { ExternalId: 'n-1', LastName: 'Jansen', FirstName: 'Anna', Email: 'anna@example.org', Company: 'Old' };
    await file('a.csv', csv([{ ...row, Password: `${CANARY}-1` }]));
    await file('b.csv', csv([{ ...row, Email: 'bella@example.org', Company: 'New', Password: `${CANARY}-2` }]));
    const outputs = [await run(['user', 'sync', 'a.csv'])];
    for (const flags of [['-n'], ['-n', '--json'], ['-n', '-o', 'ndjson'], ['-n', '-o', 'csv']]) {
      const masked = await run(['user', 'sync', 'b.csv', ...flags]);
      expect(masked.stdout).not.toContain('bella@');
      const revealed = await run(['user', 'sync', 'b.csv', '--reveal', ...flags]);
      outputs.push(masked, revealed);
    }
    const table = await run(['user', 'sync', 'b.csv', '-n', '--reveal']);
    expect(table.stdout).toContain('Email anna@example.org → bella@example.org');
    expect(table.stdout).toContain('Company Old → New');
    expect(table.stdout).toContain('Password changed');
    outputs.push(await run(['user', 'sync', 'b.csv', '--debug', '-v', '--report', 'r.json', '--report', 'r.csv']));
    for (const { stdout, stderr } of outputs) expect(stdout + stderr).not.toContain(CANARY);
    const { readdir, readFile } = await import('node:fs/promises');
    for (const name of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!name.isFile() || ['a.csv', 'b.csv'].includes(name.name)) continue;
      expect(await readFile(`${name.parentPath}/${name.name}`, 'latin1')).not.toContain(CANARY);
    }
  });
});

describe('user sync --missing disable', () => {
  const ONE = csv([{ ExternalId: 'u-1', LastName: 'van der Berg', FirstName: 'Marijke' }]);
  /** The owner in the settings of the example: keeps the login without a row. */
  const OWNER = 'u-2';

  it('turns off the login of all users that the file does not have but the owner, once', async () => {
    const { file, json, entries, store } = await createWorkspace();
    await file('u.csv', ONE);
    const { code, report } = await json(['user', 'sync', 'u.csv', '--missing', 'disable', '--yes']);
    expect(code).toBe(0);
    const users = await entries<StoredUser>('users');
    expect(users.length).toBeGreaterThan(5);
    for (const { ExternalId, DisableLogin } of users)
      expect([ExternalId, DisableLogin === true]).toEqual([ExternalId, !['u-1', OWNER].includes(ExternalId)]);
    expect(report.counts).toMatchObject({ update: users.length - 2, disabled: users.length - 2 });
    expect(report.findings.map(({ key, rule }) => [key, rule])).toEqual([[OWNER, 'user.disable-login.kept']]);
    const before = await digestsOf(store);
    const again = await json(['user', 'sync', 'u.csv', '--missing', 'disable', '--yes']);
    expect(again.report.counts).toMatchObject({ update: 0, sent: 0 });
    expect(await digestsOf(store)).toEqual(before);
  });

  it('needs a file, and an answer of the engine', async () => {
    const { run, file } = await createWorkspace();
    const { code, stderr } = await run(['user', 'sync', '--missing', 'disable']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--missing disable needs a file') });
    await file('u.csv', ONE);
    const remote = ['--base-url', 'http://127.0.0.1:9', '--yes'];
    const sent = await run(['user', 'sync', 'u.csv', '--missing', 'disable', ...remote], {
      env: { EXAMCTL_TOKEN: 't' },
    });
    expect(sent).toMatchObject({ code: 2, stderr: expect.stringContaining('works with the local platform only') });
  });

  it('needs --yes off a terminal, and none to rehearse', async () => {
    const { run, file, store } = await createWorkspace();
    await file('u.csv', ONE);
    const before = await digestsOf(store);
    const refused = await run(['user', 'sync', 'u.csv', '--missing', 'disable']);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes is missing') });
    const rehearsed = await run(['user', 'sync', 'u.csv', '--missing', 'disable', '-n']);
    expect(rehearsed.code).toBe(0);
    expect(rehearsed.stdout).toMatch(/^1 user: 1 unchanged, \d+ logins would be disabled \(not in the file\)\.$/m);
    expect(await digestsOf(store)).toEqual(before);
  });
});

it('a user name that one user gives up goes to another, as the dry run says, although its password takes time', async () => {
  const { file, json, entries } = await createWorkspace();
  const user = (ExternalId: string, UserName: string, more = {}) => ({
    ...{ ExternalId, UserName, FirstName: 'A', LastName: 'B' },
    ...{ Password: '', ...more },
  });
  await file('u.csv', csv([user('w-1', 'alpha'), user('w-2', 'beta')]));
  expect((await json(['user', 'sync', 'u.csv'])).code).toBe(0);
  await file('u.csv', csv([user('w-1', 'gamma', { Password: CANARY }), user('w-2', 'alpha')]));
  const rehearsed = await json(['user', 'sync', 'u.csv', '-n']);
  expect(rehearsed.report.results.map(({ outcome }) => outcome)).toEqual(['would-succeed', 'would-succeed']);
  const { code, report } = await json(['user', 'sync', 'u.csv']);
  expect({ code, counts: report.counts }).toMatchObject({ code: 0, counts: { succeeded: 2, failed: 0 } });
  const names = (await entries<{ ExternalId: string; UserName: string }>('users')).filter(({ ExternalId }) =>
    ExternalId.startsWith('w-'),
  );
  expect(names.map(({ UserName }) => UserName)).toEqual(['gamma', 'alpha']);
});
