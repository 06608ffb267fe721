/** Errors: Invigilators (listed with status 200). */
import type { ConditionRow } from './condition.ts';

export const invigilatorConditions = [
  { code: 100, rules: ['invigilators.body.empty'], meaning: 'Request body null or empty' },
  { code: 200, rules: ['invigilators.body.no-valid-id'], meaning: 'No valid user external ids in the request' },
  { code: 300, rules: ['invigilators.schedule-ext-id.required'], meaning: 'Schedule external id null or empty' },
  { code: 301, rules: ['invigilators.schedule.not-found'], meaning: 'Schedule not found' },
  { code: 302, rules: ['invigilators.schedule.archived'], meaning: 'Schedule is archived' },
  { code: 305, rules: ['invigilators.schedule.finished'], meaning: 'Schedule is finished' },
  {
    code: 319,
    rules: ['invigilators.user.not-invigilator'],
    meaning: 'User has not been added as invigilator of this schedule',
  },
] as const satisfies readonly ConditionRow[];
