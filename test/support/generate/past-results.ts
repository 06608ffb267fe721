/** Published results of past exams, with all keys of the interface. */
import type { ReviewResult } from '../../../src/platform/resources/review-session.ts';
import type { Schedule } from '../../../src/platform/resources/schedule.ts';
import type { Person } from './person.ts';
import { createRandom, type Random } from './random.ts';

/** The common part of the results of a session. */
export interface ResultsOrigin {
  readonly seed: number;
  readonly schedule: Schedule & { readonly ScheduleExtId: string };
  readonly published: string;
  readonly usesKeycode: boolean;
}

const RESULT_STREAM = 7;
const HUNDREDTHS = 100;
/** Dutch marks: 5.50 or more is satisfactory. */
const LEAST_SATISFACTORY = 550;

export function resultsOf(people: readonly Person[], origin: ResultsOrigin): ReviewResult[] {
  return people.map((person, index) => resultOf(person, origin, createRandom(origin.seed, RESULT_STREAM, index)));
}

function resultOf(person: Person, { schedule, published, usesKeycode }: ResultsOrigin, random: Random): ReviewResult {
  const isVisited = random.chance(60);
  return {
    CandidateExtId: person.CandidateExtId,
    ScheduleExtId: schedule.ScheduleExtId,
    ScheduleTitle: schedule.Title ?? null,
    ScheduleGroupName: schedule.GroupName,
    FirstName: person.FirstName,
    LastName: person.LastName,
    UserName: person.CandidateExtId,
    Email: person.Email,
    DateOfBirth: random.chance(30) ? null : birthDateTime(random),
    SpecialNeeds: person.SpecialNeeds ?? false,
    Labels: random.chance(30) ? [schedule.GroupExtId.toLowerCase()] : [],
    ...outcomeOf(schedule, random),
    PublishedDate: published,
    IsVisited: isVisited,
    VisitedDate: isVisited ? dayAfter(published, 1 + random.below(9)) : null,
    HasConflicts: random.chance(15),
    Keycode: usesKeycode ? `K${1000 + random.below(9000)}` : null,
  };
}

/** One of ten results was not handed in, and one of twenty is void. */
function outcomeOf(
  { StartDateTime }: Schedule,
  random: Random,
): Pick<ReviewResult, 'LastSatDate' | 'PassedStatus' | 'Score' | 'Grade'> {
  const kind = random.below(100);
  const hundredths = 250 + random.below(750);
  if (kind < 10) return { LastSatDate: null, PassedStatus: 'NOT_SUBMITTED', Score: null, Grade: null };
  if (kind < 16) return { LastSatDate: StartDateTime, PassedStatus: 'VOIDED', Score: 0, Grade: null };
  const isSatisfactory = hundredths >= LEAST_SATISFACTORY;
  return {
    LastSatDate: StartDateTime,
    PassedStatus: isSatisfactory ? 'SATISFACTORY' : 'NOT_SATISFACTORY',
    Score: hundredths / HUNDREDTHS,
    Grade: isSatisfactory ? (hundredths >= 800 ? 'A' : 'B') : 'F',
  };
}

function birthDateTime(random: Random): string {
  const date = new Date(Date.UTC(1998, 0, 1));
  date.setUTCDate(date.getUTCDate() + random.below(3000));
  return date.toISOString();
}

function dayAfter(moment: string, days: number): string {
  const date = new Date(moment);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString();
}
