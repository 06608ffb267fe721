import type { ConstraintRule, FieldRule } from '../fields/rule-names.ts';
import type { RequestResource } from '../resources/index.ts';
import type { invigilatorResource } from '../resources/invigilators.ts';
import type { candidateResource, scheduleRequestResource, scheduleResource } from '../resources/schedule.ts';

/** The resources for whose field rules the interface has no numbers. */
type WithoutNumbers =
  | typeof scheduleRequestResource
  | typeof scheduleResource
  | typeof candidateResource
  | typeof invigilatorResource;

/** Rules of field constraints that have no row in the tables of the interface. */
type Unnumbered =
  | 'user.role.too-long'
  | 'user.user-name.too-short'
  | 'user-hierarchy.external-id.required'
  | 'user-hierarchy.external-id.too-long'
  | 'collection.owner.too-long';

/** Field rules that must have a condition. The interface has a number for one field of candidates. */
export type NumberedRule =
  | Exclude<ConstraintRule<Exclude<RequestResource, WithoutNumbers>>, Unnumbered>
  | Extract<ConstraintRule<typeof candidateResource>, `${string}-percentage.${string}`>;

/** The last part of a rule that is about more than the form of a value. */
type OtherProblem =
  | 'activated'
  | 'ambiguous'
  | 'archived'
  | 'broken'
  | 'cycle'
  | 'differs'
  | 'duplicate'
  | 'exceeds-window'
  | 'finished'
  | 'inactive'
  | 'missing'
  | 'no-access'
  | 'no-valid-id'
  | 'not-a-repository'
  | 'not-allowed'
  | 'not-found'
  | 'not-invigilator'
  | 'not-loaded'
  | 'not-permitted'
  | 'not-published'
  | 'not-set'
  | 'permissions'
  | 'second'
  | 'taken'
  | 'too-early'
  | 'without-special-needs';

/** Every name that a condition may list. */
type RuleName =
  | FieldRule<RequestResource>
  | `${string}.${OtherProblem}`
  | `${'user' | 'schedule-request' | 'invigilators'}.body.${'empty' | 'type'}`
  // The platform's settings and roles require these fields; their definitions do not.
  | `user.${'external-id' | 'role'}.required`;

/** One row of the interface's error tables, or a condition of our own that the interface does not mention. */
export interface Condition {
  /** The number of the interface, or null if it has none. */
  readonly code: number | null;
  /** Stable names of the rules that have this number. */
  readonly rules: readonly [string, ...string[]];
  readonly meaning: string;
}

/** A row of a table of conditions. A rule that does not exist does not compile. */
export interface ConditionRow extends Condition {
  readonly rules: readonly [RuleName, ...RuleName[]];
}

/** Makes conditions without a number from the meanings of their rules. */
export function unnumbered<const R extends RuleName>(meanings: Readonly<Record<R, string>>) {
  const rows = Object.entries<string>(meanings);
  return rows.map(([rule, meaning]) => ({ code: null, rules: [rule as R] as const, meaning }));
}
