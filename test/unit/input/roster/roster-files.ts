/** OneRoster packages for tests: the files of a valid one, which tests change. */
import { makeZip } from '../../../support/xlsx/zip.ts';

export type RosterFiles = Readonly<Record<string, string>>;

const text = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n`;

const USERS_HEADER =
  'sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,grades,password';
const ROLES_HEADER =
  'sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId';

export const manifest = (version: string, modes: Readonly<Record<string, string>>) =>
  text(
    'propertyName,value',
    'manifest.version,1.0',
    `oneroster.version,${version}`,
    ...Object.entries(modes).map(([name, mode]) => `file.${name},${mode}`),
  );
export const users = (...rows: readonly string[]) => text(USERS_HEADER, ...rows);
export const roles = (...rows: readonly string[]) => text(ROLES_HEADER, ...rows);

export const SECRET = 'canary-7f3e-password';
const BULK = { users: 'bulk', roles: 'bulk', orgs: 'bulk', classes: 'absent' };

/** Three users; the second has two roles. */
export const RIGHT: RosterFiles = {
  'manifest.csv': manifest('1.2', BULK),
  'orgs.csv': text('sourcedId,status,dateLastModified,name,type', 'org-1,,,Law,school', 'org-2,,,Medicine,school'),
  'roles.csv': roles(
    'r-1,,,u-1,primary,student,,,org-1,',
    'r-2,,,u-2,primary,teacher,,,org-2,',
    'r-3,,,u-2,secondary,student,,,org-1,',
  ),
  'users.csv': users(
    `u-1,,,true,ada,,Ada,Lovelace,,0444021,ada@example.edu,,,,${SECRET}`,
    'u-2,,,false,alan,,Alan,"Turing, A.",,0444022,alan@example.edu,06 11,020 1,,',
    'u-3,,,TRUE,,,Grace,Hopper,,0444023,,,,,',
  ),
};

export const MAPPING = {
  roles: { student: 'Candidate', teacher: 'Teacher' },
  organisations: { 'org-1': 'LAW', 'org-2': 'MED:IsCoordinator' },
} as const;

export function zipOf(files: RosterFiles): Buffer {
  return makeZip(Object.entries(files).map(([name, content]) => ({ name, content })));
}
