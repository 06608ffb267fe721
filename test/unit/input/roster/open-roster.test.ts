/** A OneRoster package becomes a table of users, or is refused in one sentence. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RosterMapping } from '../../../../src/input/port.ts';
import { MAX_PACKING } from '../../../../src/input/xlsx/limits.ts';
import { makeZip } from '../../../support/xlsx/zip.ts';
import { fileOf, readPath } from '../reading.ts';
import { MAPPING, manifest, RIGHT, type RosterFiles, roles, SECRET, users, zipOf } from './roster-files.ts';

const without = (name: string): RosterFiles =>
  Object.fromEntries(Object.entries(RIGHT).filter(([known]) => known !== name));

const readZip = (files: RosterFiles, roster: RosterMapping = MAPPING) =>
  readPath(fileOf(zipOf(files), '.zip'), { roster });

function folderOf(files: RosterFiles): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'examctl-roster-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return folder;
}

/** Returns the rows as objects without empty fields. */
async function recordsOf(files: RosterFiles, mapping?: RosterMapping) {
  const { input, records, error } = await readZip(files, mapping);
  if (error !== undefined || input?.kind !== 'table') throw error ?? new Error('no table');
  const { names } = input.header;
  const objectOf = (cells: readonly string[]) =>
    Object.fromEntries(names.map((name, index) => [name, cells[index]]).filter(([, cell]) => cell !== ''));
  return records.map(([line, cells]) => ({ line, ...objectOf(cells as readonly string[]) }));
}

const EXPECTED = [
  {
    ...{ line: 2, ExternalId: 'u-1', UserName: 'ada', FirstName: 'Ada', LastName: 'Lovelace' },
    ...{ Email: 'ada@example.edu', DisableLogin: 'false', Role: 'Candidate', Hierarchies: 'LAW' },
  },
  {
    ...{ line: 3, ExternalId: 'u-2', UserName: 'alan', FirstName: 'Alan', LastName: 'Turing, A.' },
    ...{ Email: 'alan@example.edu', PhoneNumber: '020 1', CellularPhone: '06 11', DisableLogin: 'true' },
    ...{ Role: 'Teacher', Hierarchies: 'MED:IsCoordinator|LAW' },
  },
  { line: 4, ExternalId: 'u-3', FirstName: 'Grace', LastName: 'Hopper', DisableLogin: 'false' },
];

describe('a OneRoster package', () => {
  it('gives its users with roles and hierarchies of the settings', async () => {
    expect(await recordsOf(RIGHT)).toEqual(EXPECTED);
  });

  it('gives the same from a folder as from a ZIP, with the places of its files', async () => {
    const folder = folderOf(RIGHT);
    const zip = fileOf(zipOf(RIGHT), '.zip');
    const [ofFolder, ofZip] = [await readPath(folder, { roster: MAPPING }), await readPath(zip, { roster: MAPPING })];
    expect(ofFolder.records).toEqual(ofZip.records);
    expect(ofFolder.input?.file).toBe(path.join(folder, 'users.csv'));
    expect(ofZip.input?.file).toBe(`${zip}:users.csv`);
  });

  it('uses the identifier as the id if the mapping says so', async () => {
    const records = await recordsOf(RIGHT, { ...MAPPING, id: 'identifier' });
    expect(records.map((record) => [record.ExternalId, record.Role])).toEqual([
      ['0444021', 'Candidate'],
      ['0444022', 'Teacher'],
      ['0444023', undefined],
    ]);
  });

  it('of version 1.1 has its roles in users.csv', async () => {
    const files = {
      'manifest.csv': manifest('1.1', { users: 'bulk', orgs: 'absent' }),
      'users.csv':
        'sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,givenName,familyName\n' +
        'u-1,,,true,"org-1,org-2",student,ada,Ada,Lovelace\n',
    };
    const [record] = await recordsOf(files);
    expect(record).toMatchObject({ Role: 'Candidate', Hierarchies: 'LAW|MED:IsCoordinator' });
  });

  it('never reads passwords', async () => {
    expect(JSON.stringify(await readZip(RIGHT))).not.toContain(SECRET);
  });

  it('does not read other words in enabledUser as true or false', async () => {
    const files = { ...RIGHT, 'users.csv': users('u-1,,,yes,,,Ada,Lovelace,,,,,,,') };
    expect(await recordsOf(files)).toMatchObject([{ DisableLogin: 'enabledUser yes' }]);
  });

  it('uses no role if a user has several primary roles with different titles', async () => {
    const several = roles('r-1,,,u-1,primary,student,,,org-1,', 'r-2,,,u-1,primary,teacher,,,org-1,');
    const { input, records } = await readZip({ ...RIGHT, 'roles.csv': several });
    expect(records[0]?.[1]).not.toContain('Candidate');
    const late = input?.kind === 'table' ? input.lateWarnings?.() : [];
    expect(late?.map(({ rule, line }) => [rule, line])).toEqual([['input.roster.several-roles', 2]]);
  });
});

describe('a OneRoster package that is not whole gets one sentence', () => {
  const modes = { users: 'bulk', roles: 'bulk', orgs: 'bulk' };
  it.each<readonly [string, RosterFiles, string]>([
    ['another version', { ...RIGHT, 'manifest.csv': manifest('1.0', modes) }, 'oneroster.version must be 1.1 or 1.2'],
    ['no version', { ...RIGHT, 'manifest.csv': 'propertyName,value\nfile.users,bulk\n' }, 'oneroster.version must be'],
    ['no users', { ...RIGHT, 'manifest.csv': manifest('1.2', { users: 'absent' }) }, 'the package has no users'],
    [
      'another mode',
      { ...RIGHT, 'manifest.csv': manifest('1.2', { users: 'full' }) },
      'file.users must be bulk, delta',
    ],
    ['a missing users.csv', without('users.csv'), 'file.users is bulk, but the package has no users.csv'],
    ['a missing roles.csv', without('roles.csv'), 'file.roles is bulk, but the package has no roles.csv'],
    ['a missing orgs.csv', without('orgs.csv'), 'file.orgs is bulk, but the package has no orgs.csv'],
    ['an empty users.csv', { ...RIGHT, 'users.csv': '' }, 'users.csv: the file is empty'],
    ['a missing column', { ...RIGHT, 'users.csv': 'sourcedId,givenName,enabledUser\n' }, 'the header lacks familyName'],
    ['a short row of roles', { ...RIGHT, 'roles.csv': roles('r-1,,,u-1') }, 'roles.csv:2: the row has 4 cells'],
  ])('with %s', async (_, files, message) => {
    const { error, records } = await readZip(files);
    expect(records).toEqual([]);
    expect(error?.message).toContain(message);
    expect(error?.message).not.toContain('\n');
  });

  it('with a file that is packed too tightly', async () => {
    const flaws = { size: MAX_PACKING.fromBytes * MAX_PACKING.factor };
    const parts = Object.entries(RIGHT).map(([name, content]) => ({ name, content }));
    const bomb = makeZip(parts.map((part) => (part.name === 'users.csv' ? { ...part, flaws } : part)));
    const { error } = await readPath(fileOf(bomb, '.zip'), { roster: MAPPING });
    expect(error?.message).toContain('the package is not read, because its part users.csv becomes ');
  });
});

describe('a folder that is not read as a OneRoster package', () => {
  it('is an error, because it has no manifest, or because no package is expected', async () => {
    const { error: noManifest } = await readPath(folderOf(without('manifest.csv')), { roster: MAPPING });
    const { error: notWanted } = await readPath(folderOf(RIGHT), {});
    expect(noManifest?.message).toContain('this is a directory');
    expect(noManifest?.hint).toContain('manifest.csv');
    expect(notWanted?.message).toContain('this is a directory');
  });
});
