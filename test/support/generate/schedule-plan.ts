/** The schedule of one sitting: assessment, day, hour, and the settings of an exam office. */
import { ASSESSMENTS, assessmentsOf, facultyTitle, PROCTORING_TEMPLATES, type YearGroup } from './campus.ts';
import { createRandom } from './random.ts';

/** The columns of the schedule in a sitting list, with the workflow, which is a field of the whole request. */
export interface PlannedSchedule {
  readonly Workflow?: 'DEFAULT' | 'EXTERNAL_ATTEMPTS';
  readonly ScheduleExtId: string;
  readonly AssessmentExtId: string;
  readonly Title?: string;
  /** A time of RFC 3339, with the offset of Amsterdam on that day. */
  readonly StartDateTime: string;
  readonly EndDateTime?: string;
  readonly GroupExtId: string;
  readonly GroupName: string;
  readonly ScheduleGroupExtId?: string;
  readonly ScheduleGroupName?: string;
  readonly LockExamOnConnectionLoss?: boolean;
  readonly Owner?: string;
  readonly PIN?: string;
  readonly UseProctoringService?: boolean;
  readonly ProctoringServiceTemplateExternalId?: string;
  readonly UseKeyCode?: boolean;
}

export interface SchedulePlace {
  readonly seed: number;
  readonly number: number;
  /** The number of the sitting in the season. */
  readonly turn: number;
  readonly group: YearGroup;
  /** The largest extra time of the candidates. */
  readonly percentage: number;
}

/** The Mondays of the season: three in winter time, and two in summer time (from 28 March 2027). */
const WEEKS = [
  { monday: '2027-01-11', offset: '+01:00' },
  { monday: '2027-01-25', offset: '+01:00' },
  { monday: '2027-03-15', offset: '+01:00' },
  { monday: '2027-04-12', offset: '+02:00' },
  { monday: '2027-06-14', offset: '+02:00' },
] as const;

const START_MINUTES = [9 * 60, 13 * 60 + 30, 17 * 60] as const;
/** "If omitted: start + duration + 60 minutes": this margin is too short for the extra time of some candidates. */
const DEFAULT_MARGIN_MINUTES = 60;
const QUARTER_MINUTES = 15;
const SCHEDULE_STREAM = 5;
const REPEATS = ['', ' (resit)', ' (second resit)'] as const;

export function scheduleFor(place: SchedulePlace): PlannedSchedule {
  const { seed, number, turn, group } = place;
  const random = createRandom(seed, SCHEDULE_STREAM, number);
  const choices = assessmentsOf(group.faculty);
  const assessment = choices[turn % choices.length] ?? ASSESSMENTS[0];
  if (assessment === undefined) throw new Error(`${group.faculty} has no assessments`);
  const week = WEEKS[turn % WEEKS.length] ?? WEEKS[0];
  const start = {
    day: addDays(week.monday, random.below(5)),
    minutes: random.pick(START_MINUTES),
    offset: week.offset,
  };
  const repeat = REPEATS[Math.floor(turn / choices.length)] ?? ' (extra)';
  return {
    ScheduleExtId: `${assessment.ExternalId}-2027-${String(number + 1).padStart(3, '0')}`,
    AssessmentExtId: assessment.ExternalId,
    ...(number % 8 === 6 ? {} : { Title: `${assessment.Title}${repeat}, ${group.Title}` }),
    StartDateTime: moment(start, 0),
    ...endOf(place, assessment, start),
    GroupExtId: group.ExternalId,
    GroupName: group.Title,
    ...(number % 2 === 0 ? { ScheduleGroupExtId: group.faculty, ScheduleGroupName: facultyTitle(group.faculty) } : {}),
    ...settingsOf(number, String(random.below(10_000)).padStart(4, '0')),
  };
}

function settingsOf(number: number, pin: string): Partial<PlannedSchedule> {
  return {
    ...(number % 4 === 3 ? {} : { Workflow: number % 13 === 5 ? 'EXTERNAL_ATTEMPTS' : 'DEFAULT' }),
    ...(number % 3 === 0 ? { LockExamOnConnectionLoss: number % 2 === 0 } : {}),
    ...(number % 6 === 2 ? { Owner: 'scheduler.two' } : {}),
    ...(number % 3 === 1 ? { PIN: pin } : {}),
    ...(number % 10 === 7
      ? { UseProctoringService: true, ProctoringServiceTemplateExternalId: PROCTORING_TEMPLATES[1].ExternalId }
      : {}),
    ...(number % 5 === 1 ? { UseKeyCode: true } : number % 5 === 2 ? { UseKeyCode: false } : {}),
  };
}

interface Start {
  readonly day: string;
  readonly minutes: number;
  readonly offset: string;
}

/** Sets an end if the default is too early for a candidate. Some offices always set one. */
function endOf(
  { number, percentage }: SchedulePlace,
  { MaxTimePerAttempt, ExtraTime }: { readonly MaxTimePerAttempt: number; readonly ExtraTime: number },
  start: Start,
): { EndDateTime?: string } {
  const needed = MaxTimePerAttempt + ExtraTime + Math.ceil(((MaxTimePerAttempt + ExtraTime) * percentage) / 100);
  if (needed < MaxTimePerAttempt + DEFAULT_MARGIN_MINUTES && number % 9 !== 4) return {};
  return { EndDateTime: moment(start, (Math.floor(needed / QUARTER_MINUTES) + 2) * QUARTER_MINUTES) };
}

/** No sitting lasts past midnight: the last one begins at 17:00, and none takes seven hours. */
function moment({ day, minutes, offset }: Start, later: number): string {
  const [hour, minute] = [Math.floor((minutes + later) / 60), (minutes + later) % 60];
  return `${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00${offset}`;
}

function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
