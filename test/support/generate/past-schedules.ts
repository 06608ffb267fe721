/** Past schedules of the example catalogue. They cannot be changed any more, and have invigilators. */
import type { Candidate, Schedule } from '../../../src/platform/resources/schedule.ts';
import { type Person, personAt } from './person.ts';

/** A number above those of the people in generated lists. */
const FIRST_PERSON = 9_000_000;

/** The people of past schedules. They do not depend on the seed of a generated list. */
export function pastPeople(seed: number, from: number, count: number): Person[] {
  return Array.from({ length: count }, (_, index) => personAt(seed, FIRST_PERSON + from + index));
}

export const FINISHED_SCHEDULE = {
  ScheduleExtId: 'LAW-101-2026-010',
  AssessmentExtId: 'LAW-101',
  Title: 'Contract law, first sitting 2026',
  StartDateTime: '2026-06-15T07:00:00.000Z',
  EndDateTime: '2026-06-15T10:30:00.000Z',
  GroupExtId: 'LAW-1',
  GroupName: 'Law, year 1',
  ScheduleGroupExtId: 'LAW',
  ScheduleGroupName: 'Faculty of Law',
  Owner: 'scheduler.one',
} as const satisfies Schedule;

export const ARCHIVED_SCHEDULE = {
  ScheduleExtId: 'MED-205-2025-003',
  AssessmentExtId: 'MED-205',
  Title: 'Clinical reasoning, winter 2025',
  StartDateTime: '2025-01-20T12:30:00.000Z',
  EndDateTime: '2025-01-20T16:00:00.000Z',
  GroupExtId: 'MED-2',
  GroupName: 'Medicine, year 2',
  Owner: 'scheduler.two',
  UseProctoringService: true,
  ProctoringServiceTemplateExternalId: 'PTSTANDARD',
} as const satisfies Schedule;

export function pastSchedules(seed: number) {
  return [
    {
      Schedule: FINISHED_SCHEDULE,
      Workflow: 'DEFAULT' as const,
      Status: 'FINISHED' as const,
      Candidates: pastPeople(seed, 0, 26).map(toCandidate),
      Invigilators: ['u-6', 'u-7'],
    },
    {
      Schedule: ARCHIVED_SCHEDULE,
      Workflow: 'DEFAULT' as const,
      Status: 'ARCHIVED' as const,
      Candidates: pastPeople(seed, 26, 12).map(toCandidate),
      Invigilators: ['u-8'],
    },
  ];
}

function toCandidate({ CandidateExtId, FirstName, LastName, Email, ...person }: Person): Candidate {
  const { SpecialNeeds, ReasonableAdjustmentPercentage } = person;
  return {
    CandidateExtId,
    FirstName,
    LastName,
    Email,
    ...(SpecialNeeds === undefined ? {} : { SpecialNeeds: SpecialNeeds ? 'true' : 'false' }),
    ...(ReasonableAdjustmentPercentage === undefined ? {} : { ReasonableAdjustmentPercentage }),
  };
}
