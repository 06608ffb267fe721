/** Every condition of the interface's error tables by operation, and the code of each rule. */
import { collectionConditions, ownCollectionConditions } from './collection.ts';
import { type Condition, type ConditionRow, type NumberedRule, unnumbered } from './condition.ts';
import { ownScheduleConditions, scheduleConditions } from './schedule.ts';
import { userConditions } from './user.ts';

/** Errors: Review session (400). */
const reviewSessionConditions = [
  { code: 1101, rules: ['review-session.not-found'], meaning: 'Review session has not been found' },
] as const satisfies readonly ConditionRow[];

/** Errors: Invigilators (listed with status 200). */
const invigilatorConditions = [
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

/** Conditions of the embedded platform's catalogue, which the interface does not have. */
const catalogueConditions = unnumbered({
  'catalogue.reference.broken': 'An entry refers to an entry that does not exist',
  'catalogue.root.second': 'There is at most one root hierarchy',
  'catalogue.hierarchy.cycle': 'A hierarchy is its own ancestor',
});

/** "Errors": the interface's tables, row by row. */
export const CONDITIONS = {
  pushSchedule: scheduleConditions,
  getReviewSession: reviewSessionConditions,
  addCollection: collectionConditions,
  saveUser: userConditions,
  removeInvigilators: invigilatorConditions,
} as const satisfies Record<string, readonly Condition[]>;

/** The operations of the interface, in the order of its endpoints. */
export type Operation = keyof typeof CONDITIONS;

/** Conditions that are not in the tables of the interface; none has a number. */
export const OWN_CONDITIONS = [...ownScheduleConditions, ...ownCollectionConditions, ...catalogueConditions] as const;

type AnyCondition = (typeof CONDITIONS)[Operation][number] | (typeof OWN_CONDITIONS)[number];

/** The name of a rule that one of the conditions lists. */
export type ConditionRule =
  | AnyCondition['rules'][number]
  | NoneMissing<Exclude<NumberedRule, AnyCondition['rules'][number]>>;

/**
 * Does not compile if a field rule with a number of the interface has no condition: the error of the compiler names it.
 */
type NoneMissing<Rule extends never> = Rule;

const conditionOfRule = new Map<string, Condition>(
  [...Object.values(CONDITIONS).flat(), ...OWN_CONDITIONS].flatMap((condition: Condition) =>
    condition.rules.map((rule): [string, Condition] => [rule, condition]),
  ),
);

/** The rule of a number in an answer; `undefined` if several rules share the number. */
export function ruleOf(operation: Operation, code: number | null): string | undefined {
  const conditions: readonly Condition[] = code === null ? [] : CONDITIONS[operation];
  const [rule, ...others] = conditions.find((condition) => condition.code === code)?.rules ?? [];
  return others.length === 0 ? rule : undefined;
}

/** The interface's number for a rule, or null if it has none. */
export function codeOf(rule: string): number | null {
  return conditionOfRule.get(rule)?.code ?? null;
}

/** The text of a condition in the interface's tables; `undefined` if no condition has the rule. */
export function meaningOf(rule: string): string | undefined {
  return conditionOfRule.get(rule)?.meaning;
}
