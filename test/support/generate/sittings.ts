/** Sitting lists: one row per candidate that repeats the schedule, or separate lists of schedules and candidates. */
import { type CsvDialect, cellOf, csvLines, PLAIN_CSV } from './csv-text.ts';
import { type Person, personAt } from './person.ts';
import type { PlannedSchedule } from './schedule-plan.ts';
import { planSittings, type SittingsOptions } from './sitting-plan.ts';
import { writeLines } from './write-lines.ts';

/** The headers of an administrator for the columns of a schedule, by the names of the interface. */
const SCHEDULE_HEADERS = {
  ScheduleExtId: 'Schedule Ext Id',
  AssessmentExtId: 'Assessment Ext Id',
  Title: 'Title',
  StartDateTime: 'start_date_time',
  EndDateTime: 'end_date_time',
  GroupExtId: 'Group Ext Id',
  GroupName: 'Group Name',
  ScheduleGroupExtId: 'Schedule-Group-Ext-Id',
  ScheduleGroupName: 'Schedule-Group-Name',
  Workflow: 'WORKFLOW',
  LockExamOnConnectionLoss: 'Lock exam on connection loss',
  Owner: 'owner',
  PIN: 'PIN',
  UseProctoringService: 'Use Proctoring Service',
  ProctoringServiceTemplateExternalId: 'Proctoring Service Template External Id',
  UseKeyCode: 'Use Key Code',
} as const satisfies Record<keyof PlannedSchedule, string>;

const CANDIDATE_HEADERS = {
  CandidateExtId: 'Candidate Ext Id',
  FirstName: 'First Name',
  LastName: 'LAST NAME',
  Email: 'E-mail',
  SpecialNeeds: 'Special Needs',
  ReasonableAdjustmentPercentage: 'reasonable_adjustment_percentage',
  AttemptExtId: 'Attempt Ext Id',
  RegistrationNumber: 'Registration number',
  AddressLine1: 'Address Line 1',
  PostalCode: 'Postal Code',
  City: 'City',
  CountryCode: 'country_code',
  PhoneNumber: 'Phone Number',
} as const satisfies Record<keyof Person | 'AttemptExtId', string>;

type ScheduleColumn = keyof typeof SCHEDULE_HEADERS;
type CandidateColumn = keyof typeof CANDIDATE_HEADERS;
export type SittingColumn = ScheduleColumn | CandidateColumn;

const SCHEDULE_COLUMNS = Object.keys(SCHEDULE_HEADERS) as ScheduleColumn[];
export const CANDIDATE_COLUMNS = Object.keys(CANDIDATE_HEADERS) as CandidateColumn[];
const SITTING_COLUMNS: readonly SittingColumn[] = [...SCHEDULE_COLUMNS, ...CANDIDATE_COLUMNS];

/** The headers of an administrator for `SITTING_COLUMNS`. */
export const EXPORT_HEADERS: readonly string[] = Object.values({ ...SCHEDULE_HEADERS, ...CANDIDATE_HEADERS });

export function columnIndex(column: SittingColumn): number {
  return SITTING_COLUMNS.indexOf(column);
}

/** The cells of a row by the names of their columns. */
export function rowReader(cells: readonly string[]): (column: SittingColumn) => string {
  return (column) => cells[columnIndex(column)] ?? '';
}

/** The cells of a sitting list, in the order of `SITTING_COLUMNS`. */
export function* sittingRows(options: SittingsOptions): Generator<string[]> {
  for (const { schedule, people } of planSittings(options)) {
    const scheduleCells = SCHEDULE_COLUMNS.map((column) => cellOf(schedule[column]));
    for (const person of people) yield [...scheduleCells, ...candidateCells(schedule, personAt(options.seed, person))];
  }
}

/** Writes one row per candidate, with the repeated columns of the schedule. */
export async function writeSittingsCsv(path: string, options: SittingsOptions, dialect = PLAIN_CSV): Promise<void> {
  await writeLines(path, csvLines(SITTING_COLUMNS, sittingRows(options), dialect));
}

/** Writes one row per schedule, for use with the candidates of the same options. */
export async function writeSchedulesCsv(path: string, options: SittingsOptions): Promise<void> {
  await writeLines(path, csvLines(SCHEDULE_COLUMNS, scheduleRows(options), PLAIN_CSV));
}

/** Writes one row per candidate, with the id of the schedule and no other column of it. */
export async function writeCandidatesCsv(path: string, options: SittingsOptions): Promise<void> {
  await writeLines(path, csvLines(['ScheduleExtId', ...CANDIDATE_COLUMNS], candidateRows(options), PLAIN_CSV));
}

export function exportLines(rows: Iterable<readonly string[]>, dialect: CsvDialect): Generator<string> {
  return csvLines(EXPORT_HEADERS, rows, dialect);
}

function* scheduleRows(options: SittingsOptions): Generator<string[]> {
  for (const { schedule } of planSittings(options)) yield SCHEDULE_COLUMNS.map((column) => cellOf(schedule[column]));
}

function* candidateRows(options: SittingsOptions): Generator<string[]> {
  for (const { schedule, people } of planSittings(options)) {
    for (const person of people) {
      yield [schedule.ScheduleExtId, ...candidateCells(schedule, personAt(options.seed, person))];
    }
  }
}

function candidateCells({ Workflow, ScheduleExtId }: PlannedSchedule, person: Person): string[] {
  const attempt = Workflow === 'EXTERNAL_ATTEMPTS' ? `${ScheduleExtId}-${person.CandidateExtId}` : undefined;
  const candidate = { ...person, AttemptExtId: attempt };
  return CANDIDATE_COLUMNS.map((column) => cellOf(candidate[column]));
}
