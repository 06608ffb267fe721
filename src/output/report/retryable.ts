/** Refusals that a retry does not change: they are about the content of the record, not about the moment. */
import { type ConditionRule, codeOf } from '../../platform/conditions/index.ts';
import type { ApiError } from '../../platform/problem.ts';
import type { BulkReport } from '../../bulk/model/report.ts';

const EXISTS = 'schedule.schedule-ext-id.duplicate' satisfies ConditionRule;

const FINAL: readonly ConditionRule[] = [
  EXISTS,
  'schedule.activated',
  'schedule.workflow.differs',
  'invigilators.schedule.archived',
  'invigilators.schedule.finished',
  'invigilators.user.not-invigilator',
];

const RULES: ReadonlySet<string> = new Set(FINAL);

/** A remote gives numbers alone; they mean something within one operation only. */
const INVIGILATOR_CODES: ReadonlySet<number | null> = new Set(
  FINAL.filter((rule) => rule.startsWith('invigilators.')).map(codeOf),
);

/** Whether a record failed and a second attempt may succeed. */
export function mayFareBetter({ command, results }: BulkReport): boolean {
  const isFinal = ({ Rule, Code }: ApiError) =>
    Rule === undefined ? command === 'invigilators remove' && INVIGILATOR_CODES.has(Code) : RULES.has(Rule);
  return results.some(({ outcome, errors }) => outcome === 'failed' && !errors.some(isFinal));
}

/** Whether schedules were refused for nothing but that they exist, and how many others were. */
export function countExisting({ results }: BulkReport): { readonly existing: number; readonly others: number } {
  const failed = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'would-fail');
  const existing = failed.filter(({ errors }) => errors.length > 0 && errors.every(({ Rule }) => Rule === EXISTS));
  return { existing: existing.length, others: failed.length - existing.length };
}
