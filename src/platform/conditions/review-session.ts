/** Errors: Review session (400). */
import type { ConditionRow } from './condition.ts';

export const reviewSessionConditions = [
  { code: 1101, rules: ['review-session.not-found'], meaning: 'Review session has not been found' },
] as const satisfies readonly ConditionRow[];
