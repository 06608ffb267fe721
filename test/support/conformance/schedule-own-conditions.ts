/** Conditions of schedules and candidates that the prose requires and the error tables do not list. */
import { asRequest, candidate, scheduleRequest, upsertRequest } from './requests.ts';
import type { ConditionCase } from './suite.ts';

/** LAW-101 takes 120 minutes, and 15 more for everybody. Requests start at 09:00. */
const endingAt = (EndDateTime: string, changes: object = {}) =>
  scheduleRequest({ schedule: { EndDateTime }, candidates: [candidate(changes)] });

export const SCHEDULE_OWN_CONDITIONS: readonly ConditionCase[] = [
  {
    name: 'an assessment that is nowhere is not found',
    covers: ['schedule.assessment.not-found'],
    fields: ['Schedule.AssessmentExtId'],
    answer: (service) => service.pushSchedule(scheduleRequest({ schedule: { AssessmentExtId: 'NOWHERE' } })),
  },
  ...['2027-03-01T11:15:00.000Z', '2027-03-01T09:00:00Z', '2027-03-01T08:00:00.000Z', '2020-01-01T00:00:00Z'].map(
    (end): ConditionCase => ({
      name: `an end at ${end} does not leave more than duration and extra time`,
      covers: ['schedule.end-date-time.too-early'],
      fields: ['Schedule.EndDateTime'],
      answer: (service) => service.pushSchedule(endingAt(end)),
    }),
  ),
  {
    name: 'a stored end is too early for a start that moves towards it',
    covers: ['schedule.end-date-time.too-early'],
    answer: async (service) => {
      await service.pushSchedule(endingAt('2027-03-01T12:30:00.000Z'));
      return service.pushSchedule(upsertRequest({ schedule: { StartDateTime: '2027-03-01T11:00:00.000Z' } }));
    },
  },
  {
    name: 'a proctoring template that is nowhere is not found',
    covers: ['schedule.proctoring-template.not-found'],
    fields: ['Schedule.ProctoringServiceTemplateExternalId'],
    answer: (service) =>
      service.pushSchedule(scheduleRequest({ schedule: { ProctoringServiceTemplateExternalId: 'NOWHERE' } })),
  },
  ...[{}, { AttemptExtId: null }, { AttemptExtId: '' }].map(
    (changes): ConditionCase => ({
      name: `EXTERNAL_ATTEMPTS wants an attempt of every candidate, not ${JSON.stringify(changes)}`,
      covers: ['candidate.attempt-ext-id.missing'],
      fields: ['Candidates[1].AttemptExtId'],
      answer: (service) =>
        service.pushSchedule(
          scheduleRequest({
            top: { Workflow: 'EXTERNAL_ATTEMPTS' },
            candidates: [candidate({ AttemptExtId: 'a' }), candidate({ CandidateExtId: 'c-2', ...changes })],
          }),
        ),
    }),
  ),
  ...[{ Workflow: 'DEFAULT' }, {}, { Workflow: null }, { Upsert: true }].map(
    (top): ConditionCase => ({
      name: `an attempt is not allowed with ${JSON.stringify(top)}`,
      covers: ['candidate.attempt-ext-id.not-allowed'],
      fields: ['Candidates[0].AttemptExtId'],
      answer: (service) =>
        service.pushSchedule(scheduleRequest({ top, candidates: [candidate({ AttemptExtId: 'a' })] })),
    }),
  ),
  {
    name: 'an update without a workflow is judged by the workflow of the schedule',
    covers: ['candidate.attempt-ext-id.missing'],
    answer: (service) => service.pushSchedule(upsertRequest({ schedule: { ScheduleExtId: 'S-ATTEMPTS' } })),
  },
  {
    name: 'an update says the attempt of a stored candidate again',
    covers: ['candidate.attempt-ext-id.missing'],
    fields: ['Candidates[0].AttemptExtId'],
    answer: async (service) => {
      const schedule = { ScheduleExtId: 'S-ATTEMPTS' };
      await service.pushSchedule(upsertRequest({ schedule, candidates: [candidate({ AttemptExtId: 'a' })] }));
      return service.pushSchedule(upsertRequest({ schedule, candidates: [candidate()] }));
    },
  },
  {
    name: "a candidate's extra time must fit between start and end",
    covers: ['candidate.adjustment.exceeds-window'],
    fields: ['Candidates[0].ReasonableAdjustmentPercentage'],
    answer: (service) =>
      service.pushSchedule(
        endingAt('2027-03-01T12:00:00.000Z', { SpecialNeeds: 'true', ReasonableAdjustmentPercentage: 50 }),
      ),
  },
  {
    name: 'a stored candidate whose extra time does not fit any more is named, too',
    covers: ['candidate.adjustment.exceeds-window'],
    fields: ['Schedule.EndDateTime'],
    answer: async (service) => {
      const needs = { SpecialNeeds: 'true', ReasonableAdjustmentPercentage: 50 };
      await service.pushSchedule(endingAt('2027-03-01T14:00:00.000Z', needs));
      const EndDateTime = '2027-03-01T12:00:00.000Z';
      return service.pushSchedule(
        upsertRequest({ schedule: { EndDateTime }, candidates: [candidate({ CandidateExtId: 'c-2' })] }),
      );
    },
  },
  {
    name: "a candidate cannot take another user's name",
    covers: ['candidate.user-name.taken'],
    fields: ['Candidates[0].UserName'],
    answer: (service) =>
      service.pushSchedule(scheduleRequest({ candidates: [candidate({ UserName: 'scheduler.one' })] })),
  },
  {
    name: "a candidate's id cannot be another user's name where it is the candidate's name as well",
    covers: ['candidate.user-name.taken'],
    answer: async (service) => {
      await service.saveUser(asRequest({ ExternalId: 'u-1', FirstName: 'A', LastName: 'B', UserName: 'c-1' }));
      return service.pushSchedule(scheduleRequest());
    },
  },
  {
    name: 'two candidates of a request cannot share a name',
    covers: ['candidate.user-name.taken'],
    fields: ['Candidates[1].UserName'],
    answer: (service) =>
      service.pushSchedule(
        scheduleRequest({
          candidates: [candidate({ UserName: 'ada' }), candidate({ CandidateExtId: 'c-2', UserName: 'ada' })],
        }),
      ),
  },
];
