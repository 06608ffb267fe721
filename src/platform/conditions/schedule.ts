/** Errors: Schedule (400). */
import { type ConditionRow, unnumbered } from './condition.ts';
import { ADJUSTMENT_INVALID, ADJUSTMENT_WITHOUT_SPECIAL_NEEDS } from './shared.ts';

export const scheduleConditions = [
  ...unnumbered({
    'schedule-request.body.empty': 'All fields of the body are empty',
    'schedule.not-found': 'Schedule not found by external id',
    'schedule.activated': 'Activated schedule cannot be updated',
    'schedule.hierarchy.not-found': 'Hierarchy not found by external id',
    'schedule.owner.not-set': 'Scheduler not set in external API settings',
    'schedule.owner.not-permitted':
      'Selected scheduler no longer has permission to create, update and delete schedules',
    'schedule.workflow.differs':
      'Workflow differs from that of the existing schedule (create a new schedule or keep the workflow)',
  }),
  {
    ...ADJUSTMENT_INVALID,
    rules: ['candidate.reasonable-adjustment-percentage.range', 'candidate.reasonable-adjustment-percentage.type'],
  },
  { ...ADJUSTMENT_WITHOUT_SPECIAL_NEEDS, rules: ['candidate.reasonable-adjustment-percentage.without-special-needs'] },
  ...unnumbered({
    'schedule.hierarchy.inactive': 'Hierarchy must be active',
    'schedule.schedule-ext-id.duplicate': 'Duplicate ScheduleExtId',
  }),
] as const satisfies readonly ConditionRow[];

/** Conditions that the prose of the interface implies but its tables do not list. */
export const ownScheduleConditions = unnumbered({
  'schedule.assessment.not-found': 'Assessment not found by external id',
  'schedule.end-date-time.too-early':
    'The span from start to end must be greater than assessment duration plus extra time',
  'schedule.proctoring-template.not-found': 'Proctoring template not found by external id',
  'candidate.attempt-ext-id.missing': 'AttemptExtId is required for workflow EXTERNAL_ATTEMPTS',
  'candidate.attempt-ext-id.not-allowed': 'AttemptExtId must not be used with workflow DEFAULT',
  'candidate.adjustment.exceeds-window': "The candidate's extra time needs more than the span from start to end",
  'candidate.user-name.taken': 'Another user has the same UserName',
});
