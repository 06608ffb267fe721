/** Errors: Schedule (400). */
import type { ConditionRow } from './condition.ts';
import { ADJUSTMENT_INVALID, ADJUSTMENT_WITHOUT_SPECIAL_NEEDS } from './shared.ts';

export const scheduleConditions = [
  { code: null, rules: ['schedule-request.body.empty'], meaning: 'All fields of the body are empty' },
  { code: null, rules: ['schedule.not-found'], meaning: 'Schedule not found by external id' },
  { code: null, rules: ['schedule.activated'], meaning: 'Activated schedule cannot be updated' },
  { code: null, rules: ['schedule.hierarchy.not-found'], meaning: 'Hierarchy not found by external id' },
  { code: null, rules: ['schedule.owner.not-set'], meaning: 'Scheduler not set in external API settings' },
  {
    code: null,
    rules: ['schedule.owner.not-permitted'],
    meaning: 'Selected scheduler no longer has permission to create, update and delete schedules',
  },
  {
    code: null,
    rules: ['schedule.workflow.differs'],
    meaning: 'Workflow differs from that of the existing schedule (create a new schedule or keep the workflow)',
  },
  {
    ...ADJUSTMENT_INVALID,
    rules: ['candidate.reasonable-adjustment-percentage.range', 'candidate.reasonable-adjustment-percentage.type'],
  },
  {
    ...ADJUSTMENT_WITHOUT_SPECIAL_NEEDS,
    rules: ['candidate.reasonable-adjustment-percentage.without-special-needs'],
  },
  { code: null, rules: ['schedule.hierarchy.inactive'], meaning: 'Hierarchy must be active' },
  { code: null, rules: ['schedule.schedule-ext-id.duplicate'], meaning: 'Duplicate ScheduleExtId' },
] as const satisfies readonly ConditionRow[];

/** Conditions that the prose of the interface implies but its tables do not list. */
export const ownScheduleConditions = [
  { code: null, rules: ['schedule.assessment.not-found'], meaning: 'Assessment not found by external id' },
  {
    code: null,
    rules: ['schedule.end-date-time.too-early'],
    meaning: 'The span from start to end must be greater than assessment duration plus extra time',
  },
  {
    code: null,
    rules: ['schedule.proctoring-template.not-found'],
    meaning: 'Proctoring template not found by external id',
  },
  {
    code: null,
    rules: ['candidate.attempt-ext-id.missing'],
    meaning: 'AttemptExtId is required for workflow EXTERNAL_ATTEMPTS',
  },
  {
    code: null,
    rules: ['candidate.attempt-ext-id.not-allowed'],
    meaning: 'AttemptExtId must not be used with workflow DEFAULT',
  },
  {
    code: null,
    rules: ['candidate.adjustment.exceeds-window'],
    meaning: "The candidate's extra time needs more than the span from start to end",
  },
  { code: null, rules: ['candidate.user-name.taken'], meaning: 'Another user has the same UserName' },
] as const satisfies readonly ConditionRow[];
