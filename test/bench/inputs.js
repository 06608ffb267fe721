/** The files that the benchmarks read: users and sitting lists of any length, from a seed. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { writeXlsx } from 'hucre/xlsx';
import { importBundled } from '../support/import-bundled.js';

const { YEAR_GROUPS, assessmentsOf, facultyTitle, personAt, createRandom, cellOf, csvLines, PLAIN_CSV, writeLines } =
  await importBundled(
    ...['campus', 'person', 'random', 'csv-text', 'write-lines'].map((name) => `test/support/generate/${name}.ts`),
  );

const SEED = 7;
const USER_STREAM = 91;
const CANDIDATES_OF_A_SCHEDULE = 50;
/** What makes a row faulty: one cell that no field allows. */
const FAULTS = [{ Email: 'not-an-address' }, { DateOfBirth: '2001-02-30' }, { LastName: '' }, { City: 'x'.repeat(60) }];

/** How the users of a file differ from those of a plain one, as shares of a hundred. */
export async function writeUsers(path, { users, faulty = 0, changed = 0, passwords = false }) {
  const columns = Object.keys(userAt(0, { passwords }));
  await writeLines(
    path,
    csvLines(
      columns,
      rowsOf(users, (index) => userAt(index, { faulty, changed, passwords })),
      PLAIN_CSV,
    ),
  );
  return { path, users, faulty: countOf(users, faulty), changed: countOf(users, changed) };
}

/** The users of `writeUsers` on the sheet of a workbook, all cells texts, its parts in the order in which Excel writes them. */
export async function writeUsersWorkbook(path, { users }) {
  const rows = [Object.keys(userAt(0, {}))];
  for (let index = 0; index < users; index += 1) rows.push(Object.values(userAt(index, {})));
  await writeFile(path, await writeXlsx({ sheets: [{ name: 'Users', rows }] }));
  return { path, users };
}

/** One candidate a row, the rows of a schedule together. */
export async function writeSittings(path, { candidates }) {
  await writeLines(path, csvLines(Object.keys(sittingAt(0)), rowsOf(candidates, sittingAt), PLAIN_CSV));
  return { path, candidates, schedules: Math.ceil(candidates / CANDIDATES_OF_A_SCHEDULE) };
}

/** Bodies of POST /user, one a line. */
export async function writeBodies(path, users) {
  const file = createWriteStream(path);
  for (let index = 0; index < users; index += 1) {
    const { Labels, AllowedIpAddresses, Hierarchies, ...cells } = userAt(index, {});
    const plain = Object.entries(cells).filter(
      ([name, cell]) => cell !== '' && !/^(yes|no|\d\d)$/.test(cell) && name !== 'Photo',
    );
    const hierarchies = Hierarchies.split('|').map((id) => ({ ExternalId: id }));
    const body = { ...Object.fromEntries(plain), Labels: Labels.split('|'), Hierarchies: hierarchies };
    if (!file.write(`${JSON.stringify(body)}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}

function* rowsOf(count, recordAt) {
  for (let index = 0; index < count; index += 1) yield Object.values(recordAt(index)).map(cellOf);
}

/** Every so many rows one. */
function isOneOf(index, percent) {
  return percent > 0 && index % Math.round(100 / percent) === 1;
}

function countOf(rows, percent) {
  return percent === 0 ? 0 : Math.ceil((rows - 1) / Math.round(100 / percent));
}

function userAt(index, { faulty = 0, changed = 0, passwords = false }) {
  const random = createRandom(SEED, USER_STREAM, index);
  const person = personAt(SEED, index);
  const group = YEAR_GROUPS[index % YEAR_GROUPS.length];
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
    Labels: `${group.ExternalId.toLowerCase()}|R${2020 + random.below(7)}`,
    AllowedIpAddresses: staff ? `10.20.0.0/16|192.0.2.${1 + random.below(200)}` : '',
    Hierarchies: staff ? `${group.ExternalId}|${group.faculty}` : group.ExternalId,
    ...(passwords ? { Password: `Passw0rd-${index}` } : {}),
    ...(isOneOf(index, faulty) ? FAULTS[Math.floor(index / 7) % FAULTS.length] : {}),
  };
}

/** Random to look at, so that neighbours in the file are not neighbours in an index. */
function guidAt(index) {
  const hex = createHash('md5').update(`${SEED} ${index}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function sittingAt(index) {
  const number = Math.floor(index / CANDIDATES_OF_A_SCHEDULE);
  const person = personAt(SEED, index);
  const group = YEAR_GROUPS[number % YEAR_GROUPS.length];
  const assessments = assessmentsOf(group.faculty).filter(({ UseProctoringService }) => !UseProctoringService);
  const month = String(1 + (number % 12)).padStart(2, '0');
  const day = String(1 + (number % 28)).padStart(2, '0');
  return {
    ScheduleExtId: `S-2027-${String(number + 1).padStart(6, '0')}`,
    AssessmentExtId: assessments[number % assessments.length].ExternalId,
    Title: `Sitting ${number + 1} of ${group.Title}`,
    StartDateTime: `2027-${month}-${day}T09:00:00+01:00`,
    GroupExtId: group.ExternalId,
    GroupName: group.Title,
    ScheduleGroupExtId: group.faculty,
    ScheduleGroupName: facultyTitle(group.faculty),
    Workflow: 'DEFAULT',
    LockExamOnConnectionLoss: 'yes',
    CandidateExtId: `c${person.CandidateExtId}`,
    FirstName: person.FirstName,
    LastName: person.LastName,
    Email: person.Email,
    SpecialNeeds: 'no',
    ReasonableAdjustmentPercentage: '',
    RegistrationNumber: person.RegistrationNumber,
    AddressLine1: person.AddressLine1,
    PostalCode: person.PostalCode,
    City: person.City,
    CountryCode: person.CountryCode,
    PhoneNumber: person.PhoneNumber,
  };
}
