/** Errors: Review session (400) and Invigilators (200), one or more cases for each row. */
import type { ConditionRule } from '../../../src/platform/conditions/index.ts';
import { asRequest } from './requests.ts';
import type { ConditionCase } from './suite.ts';

type Row = readonly [rule: ConditionRule, schedule: unknown, body: unknown];

const ROWS: readonly Row[] = [
  ['invigilators.body.empty', 'S-DRAFT', null],
  ['invigilators.body.empty', 'S-DRAFT', undefined],
  ['invigilators.body.empty', 'S-DRAFT', []],
  ['invigilators.body.no-valid-id', 'S-DRAFT', ['']],
  ['invigilators.body.no-valid-id', 'S-DRAFT', ['  ', null, 7, {}]],
  ['invigilators.schedule-ext-id.required', '', ['u-7']],
  ['invigilators.schedule-ext-id.required', ' ', ['u-7']],
  ['invigilators.schedule-ext-id.required', null, ['u-7']],
  ['invigilators.schedule.not-found', 'NOWHERE', ['u-7']],
  ['invigilators.schedule.not-found', '__proto__', ['u-7']],
  ['invigilators.schedule.archived', 'S-ARCHIVED', ['u-7']],
  ['invigilators.schedule.finished', 'S-FINISHED', ['u-7']],
  ['invigilators.user.not-invigilator', 'S-DRAFT', ['u-office']],
  ['invigilators.user.not-invigilator', 'S-ACTIVATED', ['u-7', 'nobody', 'u-8']],
];

export const INVIGILATOR_CONDITIONS: readonly ConditionCase[] = [
  ...ROWS.map(
    ([rule, schedule, body]): ConditionCase => ({
      name: `removing ${JSON.stringify(body)} from ${JSON.stringify(schedule)} is answered with ${rule}`,
      covers: [rule],
      answer: (service) => service.removeInvigilators(asRequest(schedule), asRequest(body)),
    }),
  ),
  {
    name: 'neither a schedule nor a body is two problems',
    covers: ['invigilators.schedule-ext-id.required', 'invigilators.body.empty'],
    answer: (service) => service.removeInvigilators('', []),
  },
];

export const REVIEW_SESSION_CONDITIONS: readonly ConditionCase[] = ['NOWHERE', '', '__proto__', 'x'.repeat(61)].map(
  (id): ConditionCase => ({
    name: `a review session that is nowhere is not found: ${JSON.stringify(id)}`,
    covers: ['review-session.not-found'],
    answer: (service) => service.getReviewSession(id),
  }),
);
