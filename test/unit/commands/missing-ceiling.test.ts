/** `user sync --missing disable`: its ceiling, the logins that it never disables, and users who return to the list. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../../src/platform/catalogue.ts';
import { createStoreInProcess, type StoreInProcess } from '../../support/cli/store-in-process.ts';

interface StoredUser {
  readonly ExternalId: string;
  readonly DisableLogin?: boolean;
}

const OWNER = 'office-1';
const OWNER_NAME = 'office.one';
const CATALOGUE = {
  Settings: { DefaultRole: 'Candidate' },
  Roles: [
    { Title: 'Candidate', Participate: true, Permissions: [] },
    ...PERMISSIONS.map((permission) => ({ Title: permission, Participate: false, Permissions: [permission] })),
  ],
  Hierarchies: [{ ExternalId: 'ROOT', Title: 'University', ParentExternalId: null }],
};

function user(ExternalId: string, more: object = {}): object {
  return { ExternalId, FirstName: 'A', LastName: 'B', Role: 'Candidate', ...more };
}

/** The users u-1 to u-COUNT. */
function students(count: number): object[] {
  return Array.from({ length: count }, (_, index) => user(`u-${index + 1}`));
}

async function platformWith(users: readonly object[], settings: object = CATALOGUE.Settings): Promise<StoreInProcess> {
  const space = await createStoreInProcess();
  await space.load({ ...CATALOGUE, Settings: settings, Users: users });
  return space;
}

/** A list of users: ids, or objects with further fields. */
function list(space: StoreInProcess, ...users: readonly (string | object)[]): Promise<string> {
  const rows = users.map((each) => (typeof each === 'string' ? user(each) : each));
  return space.file('u.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

function sync(space: StoreInProcess, file: string, ...flags: readonly string[]) {
  return space.json(['user', 'sync', file, '--missing', 'disable', '--yes', ...flags]);
}

async function disabled({ entries }: StoreInProcess): Promise<string[]> {
  const users = await entries<StoredUser>('users');
  return users.filter(({ DisableLogin }) => DisableLogin === true).map(({ ExternalId }) => ExternalId);
}

describe('the ceiling of --missing disable', () => {
  it.each<[stored: number, listed: number, flags: readonly string[], code: number]>([
    [12, 1, [], 8],
    [12, 2, [], 0],
    [105, 94, [], 8],
    [105, 95, [], 0],
    [40, 1, ['--max-missing', '38'], 8],
    [40, 1, ['--max-missing', '39'], 0],
    [40, 36, ['--max-missing', '9%'], 8],
    [40, 36, ['--max-missing', '10%'], 0],
    [40, 39, ['--max-missing', '0'], 8],
    [40, 1, ['--max-missing', '100%'], 0],
  ])('of %i enabled users with %i in the list and %j: exit %i', async (stored, listed, flags, code) => {
    const space = await platformWith(students(stored));
    const file = await list(space, ...students(listed));
    const rehearsed = await sync(space, file, ...flags, '-n');
    expect(await disabled(space)).toEqual([]);
    const done = await sync(space, file, ...flags);
    expect([rehearsed.code, done.code]).toEqual([code, code]);
    const counts = { update: stored - listed, disabled: stored - listed };
    expect(rehearsed.report.counts).toMatchObject(counts);
    expect(done.report.counts).toMatchObject({ ...counts, ...(code === 0 ? {} : { sent: 0 }) });
    expect(done.report.error?.message).toBe(rehearsed.report.error?.message);
    expect(await disabled(space)).toHaveLength(code === 0 ? stored - listed : 0);
  });

  it('is a share of the enabled users, not of all users', async () => {
    const locked = students(300).map((each) => ({ ...each, DisableLogin: true }));
    const others = Array.from({ length: 20 }, (_, index) => user(`v-${index}`));
    const space = await platformWith([...locked, ...others]);
    const { code, report } = await sync(space, await list(space, ...others.slice(11)));
    expect({ code, message: report.error?.message }).toEqual({
      code: 8,
      message: expect.stringContaining('disables 11 logins of users who are not in the file'),
    });
    expect(report.error?.message).toContain('10% of 20 enabled users');
  });

  it('does not apply to a file with a wrong row, in a dry run and in a run, since nothing would be sent', async () => {
    const space = await platformWith(students(40));
    const file = await list(space, 'u-1', user('u-2', { Email: 'bad' }));
    expect((await sync(space, file, '-n')).code).toBe(3);
    expect((await sync(space, file)).code).toBe(3);
  });

  it('does not count a user with a wrong row as missing', async () => {
    const space = await platformWith(students(12));
    const file = await list(space, 'u-1', user('u-2', { Email: 'bad' }));
    const { code, report } = await sync(space, file, '--skip-invalid');
    expect({ code, disabled: report.counts.disabled }).toEqual({ code: 4, disabled: 10 });
    expect(await disabled(space)).not.toContain('u-2');
  });
});

describe('a login that the platform needs', () => {
  const STAFF = [
    user(OWNER, { UserName: OWNER_NAME }),
    user('planner', { Role: 'ManageSchedules' }),
    user('author', { Role: 'ViewCollections' }),
    user('dean', { Hierarchies: [{ ExternalId: 'ROOT', IsAdministrator: true }] }),
    user('teacher', { Hierarchies: [{ ExternalId: 'ROOT', IsCoordinator: true }] }),
    user('u-1'),
  ];

  it.each([[['-n']], [[]]])(
    'is kept although the list does not have the user, and that is told (%j)',
    async (flags) => {
      const space = await platformWith(STAFF, { Owner: OWNER_NAME });
      const { code, report } = await sync(space, await list(space, 'u-1'), ...flags);
      expect({ code, disabled: report.counts.disabled }).toEqual({ code: 0, disabled: 2 });
      expect(await disabled(space)).toEqual(flags.length > 0 ? [] : ['author', 'teacher']);
      const kept = report.findings.filter(({ rule }) => rule === 'user.disable-login.kept');
      expect(kept.map(({ key, severity }) => [key, severity])).toEqual([
        ['dean', 'warning'],
        [OWNER, 'warning'],
        ['planner', 'warning'],
      ]);
      expect(kept.map(({ message }) => message)).toEqual([
        expect.stringContaining('administers a hierarchy'),
        expect.stringContaining("owner in the platform's settings"),
        expect.stringContaining('ManageSchedules'),
      ]);
    },
  );

  it('is disabled if the row of the user has DisableLogin', async () => {
    const space = await platformWith(STAFF, { Owner: OWNER_NAME });
    const named = [OWNER, 'planner', 'dean'];
    const rows = named.map((id) => user(id, { Role: undefined, DisableLogin: true }));
    const { code, report } = await sync(space, await list(space, 'u-1', ...rows));
    expect({ code, findings: report.findings, disabled: report.counts.disabled }).toEqual({
      code: 0,
      findings: [],
      disabled: 2,
    });
    expect(await disabled(space)).toEqual(expect.arrayContaining(named));
  });

  it('stays enabled if the row of the user has no DisableLogin', async () => {
    const space = await platformWith(STAFF, { Owner: OWNER_NAME });
    const { report } = await sync(space, await list(space, { ExternalId: OWNER, FirstName: 'A', LastName: 'B' }));
    expect(await disabled(space)).not.toContain(OWNER);
    expect(report.findings.map(({ key }) => key)).toEqual(['dean', 'planner']);
  });
});

describe('the guards of --missing disable', () => {
  it.each<[flags: readonly string[], code: number]>([
    [['--expect', 'unchanged=1'], 8],
    [['--expect', 'unchanged=1,update=5'], 8],
    [['--expect', 'unchanged=1,disabled=4'], 8],
    [['--expect', 'disabled=0'], 8],
    [['--max-changes', '4'], 8],
    [['--max-changes', '100%'], 8],
    [['--expect', 'unchanged=1,disabled=5'], 0],
    [['--expect', 'unchanged=1,update=5,disabled=5'], 0],
    [['--max-changes', '5'], 0],
  ])('count who would be disabled before anything is: %j ends with %i', async (flags, code) => {
    const space = await platformWith(students(6));
    const file = await list(space, 'u-1');
    const rehearsed = await sync(space, file, ...flags, '-n');
    const done = await sync(space, file, ...flags);
    expect([rehearsed.code, done.code]).toEqual([code, code]);
    expect(rehearsed.report.counts).toMatchObject({ update: 5, disabled: 5 });
    expect(done.report.counts).toMatchObject({ update: 5, disabled: 5 });
    expect(await disabled(space)).toHaveLength(code === 0 ? 5 : 0);
  });
});

describe('a user who returns to the list', () => {
  const LOCKED = [user('u-1'), user('u-2', { DisableLogin: true }), user('u-3', { DisableLogin: true })];
  const STAYS = 'user.disable-login.stays';

  async function ends(row: object, ...flags: readonly string[]) {
    const space = await platformWith(LOCKED);
    const args = ['user', 'sync', await list(space, 'u-1', row), ...flags];
    const rehearsed = await space.json([...args, '-n']);
    const { code, report } = await space.json(args);
    expect(rehearsed.report.findings).toEqual(report.findings);
    expect(rehearsed.report.counts).toMatchObject({ update: report.counts.update, unchanged: report.counts.unchanged });
    return {
      code,
      rules: report.findings.map(({ key, line, severity, rule }) => [key, line, severity, rule]),
      update: report.counts.update,
      isDisabled: (await disabled(space)).includes('u-2'),
    };
  }

  it.each<[row: object, flags: readonly string[], isDisabled: boolean, isTold: boolean]>([
    [{}, [], true, true],
    [{}, ['--missing', 'disable', '--yes'], true, true],
    [{}, ['--returning', 'enable'], false, false],
    [{}, ['--missing', 'disable', '--yes', '--returning', 'enable'], false, false],
    [{ DisableLogin: true }, [], true, false],
    [{ DisableLogin: true }, ['--returning', 'enable'], true, false],
    [{ DisableLogin: false }, [], false, false],
    [{ DisableLogin: null }, [], false, false],
  ])('with the row %j and %j: disabled %s, told %s', async (row, flags, isDisabled, isTold) => {
    expect(await ends(user('u-2', row), ...flags)).toEqual({
      code: 0,
      rules: isTold ? [['u-2', 2, 'warning', STAYS]] : [],
      update: isDisabled ? 0 : 1,
      isDisabled,
    });
  });

  it('gets the login back in the same run that disables others', async () => {
    const space = await platformWith(LOCKED);
    const { code, report } = await sync(space, await list(space, 'u-2'), '--returning', 'enable');
    expect({ code, counts: report.counts }).toMatchObject({ code: 0, counts: { update: 2, disabled: 1 } });
    expect(await disabled(space)).toEqual(['u-1', 'u-3']);
    expect(report.results.find(({ key }) => key === 'u-2')?.changes).toEqual([
      { field: 'DisableLogin', before: 'true', after: 'false' },
    ]);
  });

  it('cannot be enabled at a remote', async () => {
    const space = await platformWith([]);
    const remote = ['--base-url', 'http://127.0.0.1:9', '--returning', 'enable'];
    const { code, report } = await space.json(['user', 'sync', await list(space, 'u-1'), ...remote]);
    expect({ code, message: report.error?.message }).toEqual({
      code: 2,
      message: expect.stringContaining('--returning enable works with the local platform only'),
    });
  });
});

it('a retry disables only whose request failed, and nobody who is missing since', async () => {
  const space = await platformWith(students(15));
  const done = await sync(space, await list(space, 'u-1'), '--max-missing', '14');
  const path = join(space.folder, 'runs', `${done.report.run}.ndjson`);
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  const end = lines.findIndex((line) => line.startsWith('{"type":"ended"'));
  const failure = '{"type":"outcome","n":0,"outcome":"failed","attempts":1}';
  await writeFile(path, `${lines.toSpliced(end, 0, failure).join('\n')}\n`);
  const failed = done.report.results.find(({ attempts }) => attempts > 0)?.key ?? '';
  const back = failed === 'u-2' ? 'u-3' : 'u-2';
  await space.load({ Users: [user(failed), user(back), user('u-16')] });
  const { code, report } = await space.json(['runs', 'retry', String(done.report.run)]);
  expect({ code, counts: report.counts }).toMatchObject({ code: 0, counts: { sent: 1, unchanged: 1 } });
  const now = await disabled(space);
  expect(now).toContain(failed);
  for (const id of [back, 'u-16']) expect(now).not.toContain(id);
});
