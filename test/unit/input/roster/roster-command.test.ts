/** Commands that read a OneRoster package: their findings, places and lines, and the limits of a delta. */
import { describe, expect, it } from 'vitest';
import { createSettingsFolder } from '../../../support/cli/settings-folder.ts';
import { MAPPING, manifest, RIGHT, type RosterFiles, roles, SECRET, users, zipOf } from './roster-files.ts';

const FLAWED: RosterFiles = {
  ...RIGHT,
  'roles.csv': roles(
    'r-1,,,u-1,primary,student,,,org-1,',
    'r-2,,,u-9,primary,student,,,org-1,',
    'r-3,,,u-1,secondary,student,,,org-9,',
    'r-4,,,u-2,primary,guardian,,,,',
    'r-5,tobedeleted,,u-2,secondary,student,,,org-1,',
  ),
  'users.csv': users(
    `u-1,,,true,ada,,Ada,Lovelace,,,ada@example.edu,,,,${SECRET}`,
    'u-2,,,true,alan,,Alan,Turing,,,alan@example.edu,,,,',
    'u-4,tobedeleted,,true,,,Kurt,Godel,,,,,,,',
    ',,,,,,,,,,,,,,',
    'u-6,,,true,,,Short',
    'u-7,inactive,,true,,,Emmy,Noether,,,,,,,',
  ),
};

async function folderWith(files: RosterFiles) {
  const settings = await createSettingsFolder({ project: { oneRoster: MAPPING } });
  await settings.write('roster.zip', zipOf(files));
  return settings;
}

interface Report {
  readonly findings: readonly Record<'file' | 'line' | 'rule' | 'severity', unknown>[];
  readonly inputs: readonly Record<string, unknown>[];
}

describe('a OneRoster package', () => {
  it('gets no default of the settings for what it leaves out, since that stays as it is; --set fills it', async () => {
    const { run, write } = await createSettingsFolder({
      project: { oneRoster: MAPPING, defaults: { Role: 'Student', CellularPhone: '1', City: 'Delft' } },
    });
    const ada = users('u-1,,,true,ada,,Ada,Lovelace,,,ada@example.edu,,,,');
    await write('roster.zip', zipOf({ ...RIGHT, 'users.csv': ada, 'roles.csv': roles() }));
    await write('plain.csv', 'ExternalId,FirstName,LastName\nu-1,Ada,Lovelace\n');
    await write('catalogue.json', {
      Settings: { DefaultRole: 'Teacher' },
      Roles: ['Student', 'Teacher'].map((Title) => ({ Title, Participate: true, Permissions: [] })),
      Hierarchies: [{ ExternalId: 'ROOT', Title: 'Root', ParentExternalId: null }],
    });
    let stores = 0;
    const sync = async (file: string, flags = '') => {
      stores += 1;
      const store = `--store store-${stores}`;
      await run(`local init ${store}`);
      await run(`local load catalogue.json ${store}`);
      const { stderr } = await run(`user sync ${file} ${store} ${flags}`.trim());
      const user: object = JSON.parse((await run(`local show users u-1 ${store}`)).stdout);
      return { user, stderr };
    };
    expect((await sync('plain.csv')).user).toMatchObject({ Role: 'Student', CellularPhone: '1', City: 'Delft' });
    const { user, stderr } = await sync('roster.zip');
    expect(user).toMatchObject({ Role: 'Teacher', City: 'Delft' });
    expect(user).not.toHaveProperty('CellularPhone');
    expect(stderr).toContain('Not filled in: Role, CellularPhone. What roster.zip:users.csv leaves out stays');
    expect(stderr).not.toContain('Role is "Student"');
    expect((await sync('roster.zip', '--set Role=Student')).user).toMatchObject({ Role: 'Student' });
  });

  it('lists what is left out, with its place in the package', async () => {
    const { run } = await folderWith(FLAWED);
    const { stdout } = await run('validate users roster.zip -o json');
    const { findings } = JSON.parse(stdout) as Report;
    expect(findings.map(({ file, line, rule, severity }) => `${file}:${line} ${severity} ${rule}`)).toEqual([
      'roster.zip:users.csv:1 note input.roster.columns',
      'roster.zip:users.csv:4 note input.roster.deleted',
      'roster.zip:users.csv:6 error input.roster.row',
      'roster.zip:users.csv:7 error input.roster.row',
      'roster.zip:roles.csv:3 warning input.roster.orphan',
      'roster.zip:roles.csv:4 warning input.roster.orphan',
      'roster.zip:roles.csv:5 warning input.roster.not-mapped',
      'roster.zip:roles.csv:6 note input.roster.deleted',
    ]);
    expect(stdout).not.toContain(SECRET);
  });

  it('accounts for the lines of all its files', async () => {
    const { run } = await folderWith(FLAWED);
    const { inputs } = JSON.parse((await run('validate users roster.zip -o json')).stdout) as Report;
    const rest = { header: 1, continued: 0, blank: 0, reported: 0 };
    expect(inputs).toEqual([
      { ...rest, file: 'roster.zip:users.csv', lines: 7, records: 4, blank: 1, reported: 1 },
      { ...rest, file: 'roster.zip:manifest.csv', lines: 7, records: 6 },
      { ...rest, file: 'roster.zip:orgs.csv', lines: 3, records: 2 },
      { ...rest, file: 'roster.zip:roles.csv', lines: 6, records: 5 },
    ]);
  });
});

describe('a OneRoster delta', () => {
  const delta = manifest('1.2', { users: 'delta', roles: 'delta', orgs: 'absent' });
  const files = { ...RIGHT, 'manifest.csv': delta, 'roles.csv': roles('r-9,active,,u-9,primary,student,,,org-9,') };

  it('says that the missing user of a role may be an unchanged one', async () => {
    const { run } = await folderWith(files);
    const { findings } = JSON.parse((await run('validate users roster.zip -o json')).stdout) as Report;
    expect(findings).toContainEqual(
      expect.objectContaining({
        message: 'The user is not in users.csv, which holds changes only: the role is left out',
      }),
    );
  });

  it('does not turn off the login of users whom it does not have', async () => {
    const { run } = await folderWith(files);
    expect((await run('local init --store store')).code).toBe(0);
    const { code, stderr } = await run('user sync roster.zip --missing disable --yes --store store');
    expect([code, stderr]).toEqual([8, expect.stringContaining('users.csv of the package is a delta')]);
  });
});

describe('a student of a whole list who has moved', () => {
  const CATALOGUE = {
    Roles: ['Candidate', 'Teacher'].map((Title) => ({ Title, Participate: true, Permissions: [] })),
    Hierarchies: [
      { ExternalId: 'ROOT', Title: 'Root', ParentExternalId: null },
      ...['LAW', 'MED'].map((ExternalId) => ({ ExternalId, Title: ExternalId, ParentExternalId: 'ROOT' })),
    ],
  };
  const ada = (email: string) => users(`u-1,,,true,ada,,Ada,Lovelace,,,${email},,,,`);
  const role = (org: string) => roles(`r-1,,,u-1,primary,student,,,${org},`);
  const MOVED = { ...RIGHT, 'users.csv': ada(''), 'roles.csv': role('org-2') };

  async function moved() {
    const { run, write } = await folderWith({
      ...RIGHT,
      'users.csv': ada('ada@example.edu'),
      'roles.csv': role('org-1'),
    });
    await write('catalogue.json', CATALOGUE);
    await run('local init --store store');
    await run('local load catalogue.json --store store');
    expect((await run('user sync roster.zip --store store')).stdout).toContain('1 user: 1 created');
    await write('roster.zip', zipOf(MOVED));
    const hierarchies = async () => JSON.parse((await run('local show users u-1 --store store')).stdout).Hierarchies;
    return { run, hierarchies };
  }

  it('keeps the old organisation and the old address, and the report says so, also once nothing changes', async () => {
    const { run, hierarchies } = await moved();
    const sync = 'user sync roster.zip --store store';
    for (const flags of ['', ' -n', ' --missing disable --yes']) {
      const { code, stdout } = await run(`${sync}${flags} -o json`);
      const { findings } = JSON.parse(stdout) as { findings: readonly Record<string, unknown>[] };
      expect([code, findings.map(({ severity, line, rule }) => [severity, line, rule])]).toEqual([
        0,
        [
          ['note', 1, 'input.roster.columns'],
          ['warning', 2, 'user.hierarchies.stay'],
          ['warning', 2, 'user.values.stay'],
        ],
      ]);
      expect(findings[1]?.['message']).toContain('stays in LAW, which the list does not have');
      expect(findings[2]?.['message']).toContain('keeps Email, for which the list has no value');
    }
    const { stdout } = await run(sync);
    expect(stdout).toContain('Nothing to change in 1 user, but some have more than the file names');
    expect(stdout).not.toContain('as the file says');
    expect(await hierarchies()).toMatchObject([{ ExternalId: 'LAW' }, { ExternalId: 'MED' }]);
  });

  it('leaves it with --replace-memberships, which a remote refuses', async () => {
    const { run, hierarchies } = await moved();
    const { stdout } = await run('user sync roster.zip --store store --replace-memberships -o json');
    expect(stdout).not.toContain('user.hierarchies.stay');
    expect(await hierarchies()).toMatchObject([{ ExternalId: 'MED' }]);
    const remote = await run('user sync roster.zip --base-url http://127.0.0.1:9 --replace-memberships');
    expect([remote.code, remote.stderr]).toEqual([
      2,
      expect.stringContaining('a remote platform does not tell its users'),
    ]);
  });
});

describe('the setting oneRoster', () => {
  it.each<readonly [string, unknown, string]>([
    ['no object', 'student', 'oneRoster must be an object'],
    ['an unknown key', { classes: {} }, 'oneRoster has a key that is none of id, roles, organisations'],
    ['another id', { id: 'username' }, 'oneRoster must be sourcedId or identifier (id)'],
    ['a role that is no text', { roles: { student: 1 } }, 'oneRoster must be a text (roles)'],
    ['two hierarchies', { organisations: { a: 'LAW|MED' } }, 'oneRoster must name one hierarchy (organisations)'],
  ])('is refused with %s', async (_, oneRoster, message) => {
    const { run } = await createSettingsFolder({ project: { oneRoster } });
    const { code, stderr } = await run('config list');
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('a run of a OneRoster package in a folder', () => {
  it('can be retried while its files are unchanged', async () => {
    const { run, write } = await createSettingsFolder({ project: { oneRoster: MAPPING } });
    for (const [name, content] of Object.entries(RIGHT)) await write(`roster/${name}`, content);
    await run('local init --store store');
    // An empty platform has no roles, so it refuses all of them.
    expect((await run('user sync roster --store store')).code).toBe(4);
    expect(await run('runs retry latest')).toMatchObject({ code: 4, stderr: expect.not.stringContaining('changed') });
    await write('roster/roles.csv', roles());
    const { code, stderr } = await run('runs retry latest');
    expect([code, stderr]).toEqual([2, expect.stringMatching(/roster.roles\.csv has changed since the run began/)]);
  });
});
