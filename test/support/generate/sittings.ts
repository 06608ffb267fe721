/** Sitting lists of any length, from a seed: one row for each candidate, which repeats the schedule. */
import { assessmentsOf, facultyTitle, YEAR_GROUPS } from './campus.ts';
import { csvLines } from './csv-text.ts';
import { personAt } from './person.ts';
import { writeLines } from './write-lines.ts';

const SEED = 7;
const USUAL_SIZE = 50;

/** Writes a CSV file, the rows of a schedule together. */
export async function writeSittings(path: string, { candidates, each = USUAL_SIZE }: Sizes) {
  await writeLines(path, csvLines(Object.keys(sittingAt(0, each)), rowsOf(candidates, each)));
  return { path, candidates, schedules: Math.ceil(candidates / each) };
}

interface Sizes {
  readonly candidates: number;
  /** The candidates of a schedule. */
  readonly each?: number;
}

function* rowsOf(candidates: number, each: number): Generator<string[]> {
  for (let index = 0; index < candidates; index += 1) yield Object.values(sittingAt(index, each));
}

function sittingAt(index: number, each: number) {
  const number = Math.floor(index / each);
  const person = personAt(SEED, index);
  const { ExternalId = '', Title = '', faculty = '' } = YEAR_GROUPS[number % YEAR_GROUPS.length] ?? {};
  const assessments = assessmentsOf(faculty).filter(({ UseProctoringService }) => !UseProctoringService);
  const month = String(1 + (number % 12)).padStart(2, '0');
  const day = String(1 + (number % 28)).padStart(2, '0');
  return {
    ScheduleExtId: `S-2027-${String(number + 1).padStart(6, '0')}`,
    AssessmentExtId: assessments[number % assessments.length]?.ExternalId ?? '',
    Title: `Sitting ${number + 1} of ${Title}`,
    StartDateTime: `2027-${month}-${day}T09:00:00+01:00`,
    GroupExtId: ExternalId,
    GroupName: Title,
    ScheduleGroupExtId: faculty,
    ScheduleGroupName: facultyTitle(faculty),
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
