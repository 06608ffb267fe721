/** Errors: Schedule (400), one or more cases for each row. */
import { WITHOUT_ROOT, withParts, withSettings } from './base-catalogue.ts';
import { asRequest, candidate, scheduleRequest, upsertRequest } from './requests.ts';
import type { ConditionCase } from './suite.ts';

const percentage = (value: unknown, needs: unknown) =>
  scheduleRequest({ candidates: [candidate({ SpecialNeeds: needs, ReasonableAdjustmentPercentage: value })] });
const PERCENTAGE_FIELD = ['Candidates[0].ReasonableAdjustmentPercentage'];
const OWNER_FIELD = ['Schedule.Owner'];
const withGroup = (id: string) => scheduleRequest({ schedule: { GroupExtId: id } });
const withScheduleGroup = (id: string) => scheduleRequest({ schedule: { ScheduleGroupExtId: id } });

const EMPTY_BODIES: readonly unknown[] = [
  null,
  {},
  { Schedule: {}, Candidates: [] },
  { Workflow: '', Upsert: null, Schedule: null, Candidates: null },
];

export const SCHEDULE_CONDITIONS: readonly ConditionCase[] = [
  ...EMPTY_BODIES.map(
    (body): ConditionCase => ({
      name: `a schedule request whose fields are all empty is refused: ${JSON.stringify(body)}`,
      covers: ['schedule-request.body.empty'],
      fields: [undefined],
      answer: (service) => service.pushSchedule(asRequest(body)),
    }),
  ),
  ...[undefined, null].map(
    (id): ConditionCase => ({
      name: `Upsert finds no schedule where ScheduleExtId is ${id}`,
      covers: ['schedule.not-found'],
      fields: ['Schedule.ScheduleExtId'],
      answer: (service) => service.pushSchedule(upsertRequest({ schedule: { ScheduleExtId: id } })),
    }),
  ),
  ...['S-ACTIVATED', 'S-FINISHED', 'S-ARCHIVED'].map(
    (id): ConditionCase => ({
      name: `the schedule ${id} cannot be updated any more`,
      covers: ['schedule.activated'],
      answer: (service) => service.pushSchedule(upsertRequest({ schedule: { ScheduleExtId: id } })),
    }),
  ),
  {
    name: 'a group that is nowhere is not found',
    covers: ['schedule.hierarchy.not-found'],
    fields: ['Schedule.GroupExtId'],
    answer: (service) => service.pushSchedule(withGroup('NOWHERE')),
  },
  {
    name: 'the hierarchy of the schedule is not found where it is nowhere',
    covers: ['schedule.hierarchy.not-found'],
    fields: ['Schedule.ScheduleGroupExtId'],
    answer: (service) => service.pushSchedule(withScheduleGroup('NOWHERE')),
  },
  {
    name: 'both hierarchies of a request are looked for',
    covers: ['schedule.hierarchy.not-found', 'schedule.hierarchy.inactive'],
    fields: ['Schedule.GroupExtId', 'Schedule.ScheduleGroupExtId'],
    answer: (service) =>
      service.pushSchedule(scheduleRequest({ schedule: { GroupExtId: 'NOWHERE', ScheduleGroupExtId: 'CLOSED' } })),
  },
  {
    name: 'a platform without a root has neither the group nor a hierarchy for the schedule',
    covers: ['schedule.hierarchy.not-found', 'schedule.hierarchy.not-found'],
    catalogue: WITHOUT_ROOT,
    answer: (service) => service.pushSchedule(scheduleRequest()),
  },
  {
    name: 'a missing group cannot be created where there is no root to create it under',
    covers: ['schedule.hierarchy.not-found', 'schedule.hierarchy.not-found'],
    catalogue: { ...WITHOUT_ROOT, Settings: { Owner: 'scheduler.one', CreateMissingHierarchies: true } },
    answer: (service) => service.pushSchedule(scheduleRequest()),
  },
  {
    name: 'an owner must be set where the settings have none',
    covers: ['schedule.owner.not-set'],
    fields: OWNER_FIELD,
    catalogue: withSettings({ Owner: null }),
    answer: (service) => service.pushSchedule(scheduleRequest()),
  },
  ...['author.one', 'no.role', 'nobody', 'u-office'].map(
    (Owner): ConditionCase => ({
      name: `${Owner} may not own schedules`,
      covers: ['schedule.owner.not-permitted'],
      fields: OWNER_FIELD,
      answer: (service) => service.pushSchedule(scheduleRequest({ schedule: { Owner } })),
    }),
  ),
  {
    name: 'the owner of the settings must be permitted as well',
    covers: ['schedule.owner.not-permitted'],
    catalogue: withSettings({ Owner: 'author.one' }),
    answer: (service) => service.pushSchedule(scheduleRequest()),
  },
  {
    name: 'the workflow of an existing schedule cannot be changed',
    covers: ['schedule.workflow.differs'],
    fields: ['Workflow'],
    answer: (service) =>
      service.pushSchedule(
        upsertRequest({
          schedule: { ScheduleExtId: 'S-DRAFT' },
          candidates: [candidate({ AttemptExtId: 'a-1' })],
          top: { Workflow: 'EXTERNAL_ATTEMPTS' },
        }),
      ),
  },
  ...[-1, 1000, 1e300].map(
    (value): ConditionCase => ({
      name: `a candidate's percentage of ${value} is out of range`,
      covers: ['candidate.reasonable-adjustment-percentage.range'],
      fields: PERCENTAGE_FIELD,
      answer: (service) => service.pushSchedule(percentage(value, 'true')),
    }),
  ),
  ...['20', 0.5, true].map(
    (value): ConditionCase => ({
      name: `a candidate's percentage of ${JSON.stringify(value)} is no whole number`,
      covers: ['candidate.reasonable-adjustment-percentage.type'],
      fields: PERCENTAGE_FIELD,
      answer: (service) => service.pushSchedule(percentage(value, 'true')),
    }),
  ),
  ...['false', null, undefined].map(
    (needs): ConditionCase => ({
      name: `a candidate's percentage is not allowed where SpecialNeeds is ${needs}`,
      covers: ['candidate.reasonable-adjustment-percentage.without-special-needs'],
      fields: PERCENTAGE_FIELD,
      answer: (service) => service.pushSchedule(percentage(20, needs)),
    }),
  ),
  {
    name: 'a group that is not active is refused',
    covers: ['schedule.hierarchy.inactive'],
    fields: ['Schedule.GroupExtId'],
    answer: (service) => service.pushSchedule(withGroup('CLOSED')),
  },
  {
    name: 'a schedule without a hierarchy of its own needs an active root',
    covers: ['schedule.hierarchy.inactive'],
    fields: ['Schedule.ScheduleGroupExtId'],
    catalogue: withParts({
      Hierarchies: [
        { ExternalId: 'ROOT', ParentExternalId: null, IsActive: false },
        { ExternalId: 'LAW-1', ParentExternalId: 'ROOT' },
      ],
    }),
    answer: (service) => service.pushSchedule(scheduleRequest()),
  },
  ...['S-DRAFT', 'S-ACTIVATED'].map(
    (id): ConditionCase => ({
      name: `the id of ${id} is taken, and without Upsert that is an error`,
      covers: ['schedule.schedule-ext-id.duplicate'],
      fields: ['Schedule.ScheduleExtId'],
      answer: (service) => service.pushSchedule(scheduleRequest({ schedule: { ScheduleExtId: id } })),
    }),
  ),
];
