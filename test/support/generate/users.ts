/** Users for `user sync`: students, and every twentieth is a member of staff. */
import type { UserRequest } from '../../../src/platform/resources/user.ts';
import { YEAR_GROUPS } from './campus.ts';
import { cellOf, csvLines, PLAIN_CSV } from './csv-text.ts';
import { personAt } from './person.ts';
import { createRandom } from './random.ts';
import { writeLines } from './write-lines.ts';

export interface UsersOptions {
  readonly seed: number;
  readonly users: number;
  /** The separator between the entries of a list in a cell. */
  readonly listSeparator?: string;
  /** A text of all users: a longer one gives longer requests. */
  readonly company?: string;
}

const USER_COLUMNS = [
  ...['ExternalId', 'LastName', 'FirstName', 'Email', 'UserName', 'Role', 'Photo', 'DateOfBirth', 'Company'],
  ...['CountryCode', 'State', 'City', 'PostalCode', 'PostalAddress', 'AddressLine1', 'AddressLine2', 'PhoneNumber'],
  ...['CellularPhone', 'SpecialNeeds', 'ReasonableAdjustmentPercentage', 'EnableReadSpeaker', 'DisableLogin'],
  ...['DisablePasswordReset', 'SynchronizationKey', 'Labels', 'AllowedIpAddresses', 'Hierarchies'],
] as (keyof UserRequest)[];

const USER_STREAM = 6;
const DEFAULT_LIST_SEPARATOR = '|';

export async function writeUsersCsv(path: string, options: UsersOptions): Promise<void> {
  await writeLines(path, csvLines(USER_COLUMNS, userRows(options), PLAIN_CSV));
}

/** One user in the form of POST /user. */
export function userAt(seed: number, index: number): UserRequest {
  const person = personAt(seed, index);
  const random = createRandom(seed, USER_STREAM, index);
  const group = YEAR_GROUPS[index % YEAR_GROUPS.length] ?? YEAR_GROUPS[0];
  const { CandidateExtId, RegistrationNumber, ...shared } = person;
  const staff = index % 20 === 19;
  return {
    ...shared,
    ExternalId: staff ? `staff-${CandidateExtId}` : CandidateExtId,
    UserName: staff ? `staff.${index + 1}` : CandidateExtId,
    Role: staff ? random.pick(['Examiner', 'Invigilator', 'Teaching assistant']) : 'Candidate',
    ...(random.chance(15) ? { Photo: `https://photos.example.edu/${CandidateExtId}.jpg` } : {}),
    DateOfBirth: birthDate(random.below(9000), random.chance(20)),
    Company: 'Example University',
    PostalAddress: `PO box ${1 + random.below(9000)}`,
    ...(random.chance(30) ? { CellularPhone: `+31 6 ${10_000_000 + random.below(89_999_999)}` } : {}),
    ...(random.chance(5) ? { EnableReadSpeaker: true } : {}),
    DisableLogin: !staff,
    ...(random.chance(10) ? { SynchronizationKey: guid(index) } : {}),
    Labels: [group.ExternalId.toLowerCase(), RegistrationNumber.slice(0, 5), ...(staff ? ['staff, paid'] : [])],
    ...(staff ? { AllowedIpAddresses: ['10.20.0.0/16', `192.0.2.${1 + random.below(200)}`, '2001:db8::/32'] } : {}),
    Hierarchies: [{ ExternalId: group.ExternalId }, ...(staff ? [{ ExternalId: group.faculty }] : [])],
  };
}

function* userRows({
  seed,
  users,
  listSeparator = DEFAULT_LIST_SEPARATOR,
  company,
}: UsersOptions): Generator<string[]> {
  for (let index = 0; index < users; index++) {
    const user = { ...userAt(seed, index), ...(company === undefined ? {} : { Company: company }) };
    yield USER_COLUMNS.map((column) => userCell(user[column], listSeparator));
  }
}

function userCell(value: UserRequest[keyof UserRequest], separator: string): string {
  if (!Array.isArray(value)) return cellOf(value);
  return value.map((entry) => (typeof entry === 'string' ? entry : entry.ExternalId)).join(separator);
}

function birthDate(daysBack: number, compact: boolean): string {
  const date = new Date(Date.UTC(2008, 11, 31));
  date.setUTCDate(date.getUTCDate() - daysBack);
  const text = date.toISOString().slice(0, 10);
  return compact ? text.replaceAll('-', '') : text;
}

function guid(index: number): string {
  return `5f3c2a10-7b1d-4e6f-8a90-${index.toString(16).padStart(12, '0')}`;
}
