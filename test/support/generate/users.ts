/** Users for `user sync`, of any number, from a seed: every twentieth is a member of staff. */
import { createHash } from 'node:crypto';
import { YEAR_GROUPS } from './campus.ts';
import { csvLines } from './csv-text.ts';
import { personAt } from './person.ts';
import { createRandom } from './random.ts';
import { writeLines } from './write-lines.ts';

const SEED = 7;
const USER_STREAM = 91;
/** What makes a row faulty: one cell that no field allows. */
const FAULTS = [{ Email: 'not-an-address' }, { DateOfBirth: '2001-02-30' }, { LastName: '' }, { City: 'x'.repeat(60) }];

/** How the users of a file differ from plain ones: shares of a hundred, and whether they have passwords. */
interface Differences {
  readonly faulty?: number;
  readonly changed?: number;
  readonly passwords?: boolean;
}

/** Writes a CSV file. Returns its path and how many of its users are faulty and changed. */
export async function writeUsers(path: string, { users, ...differences }: Differences & { readonly users: number }) {
  const { faulty = 0, changed = 0 } = differences;
  await writeLines(path, csvLines(Object.keys(userAt(0, differences)), rowsOf(users, differences)));
  return { path, users, faulty: countOf(users, faulty), changed: countOf(users, changed) };
}

function* rowsOf(users: number, differences: Differences): Generator<string[]> {
  for (let index = 0; index < users; index += 1) yield Object.values(userAt(index, differences));
}

/** Every so many rows one. */
function isOneOf(index: number, percent: number): boolean {
  return percent > 0 && index % Math.round(100 / percent) === 1;
}

function countOf(rows: number, percent: number): number {
  return percent === 0 ? 0 : Math.ceil((rows - 1) / Math.round(100 / percent));
}

/** The cells of a user by the names of their fields. */
export function userAt(index: number, { faulty = 0, changed = 0, passwords = false }: Differences) {
  const random = createRandom(SEED, USER_STREAM, index);
  const person = personAt(SEED, index);
  const { ExternalId = '', faculty = '' } = YEAR_GROUPS[index % YEAR_GROUPS.length] ?? {};
  const staff = index % 20 === 19;
  return {
    ExternalId: `u${person.CandidateExtId}`,
    LastName: person.LastName,
    FirstName: person.FirstName,
    Email: person.Email,
    UserName: `user.${person.CandidateExtId}`,
    Role: staff ? 'Examiner' : 'Candidate',
    Photo: random.chance(12) ? `https://photos.example.edu/${person.CandidateExtId}.jpg` : '',
    DateOfBirth: new Date(Date.UTC(1980, 0, 1 + random.below(9_000))).toISOString().slice(0, 10),
    Company: 'Example University',
    CountryCode: person.CountryCode,
    State: 'Noord-Holland',
    City: isOneOf(index, changed) ? 'Delft' : person.City,
    PostalCode: person.PostalCode,
    PostalAddress: `PO box ${1 + random.below(9_000)}`,
    AddressLine1: `${person.AddressLine1}, 2nd floor`,
    AddressLine2: '',
    PhoneNumber: person.PhoneNumber,
    CellularPhone: random.chance(30) ? `+31 6 ${10_000_000 + random.below(89_999_999)}` : '',
    SpecialNeeds: index % 20 === 0 ? 'yes' : 'no',
    ReasonableAdjustmentPercentage: index % 20 === 0 ? '25' : '',
    EnableReadSpeaker: random.chance(5) ? 'yes' : '',
    DisableLogin: 'no',
    DisablePasswordReset: 'no',
    SynchronizationKey: guidAt(index),
    Labels: `${ExternalId.toLowerCase()}|R${2020 + random.below(7)}`,
    AllowedIpAddresses: staff ? `10.20.0.0/16|192.0.2.${1 + random.below(200)}` : '',
    Hierarchies: staff ? `${ExternalId}|${faculty}` : ExternalId,
    ...(passwords ? { Password: `Passw0rd-${index}` } : {}),
    ...(isOneOf(index, faulty) ? FAULTS[Math.floor(index / 7) % FAULTS.length] : {}),
  };
}

/** Random to look at, so that neighbours in the file are not neighbours in an index. */
function guidAt(index: number): string {
  const hex = createHash('md5').update(`${SEED} ${index}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
