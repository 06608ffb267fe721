import type { FieldRule, WordRule } from '../fields/rule-names.ts';
import type {
  collectionResource,
  repositoryReferenceResource,
  taxonomyReferenceResource,
} from '../resources/collection.ts';
import type { invigilatorResource } from '../resources/invigilators.ts';
import type { candidateResource, scheduleRequestResource, scheduleResource } from '../resources/schedule.ts';
import type { userHierarchyResource, userResource } from '../resources/user.ts';

type Collections = typeof collectionResource | typeof taxonomyReferenceResource | typeof repositoryReferenceResource;
type Users = typeof userResource | typeof userHierarchyResource;
type Schedules = typeof scheduleRequestResource | typeof scheduleResource | typeof candidateResource;

/** What the words of fields forbid, and the interface's tables have no row for. */
type Unnumbered =
  | 'user.role.too-long'
  | 'user.user-name.too-short'
  | 'user-hierarchy.external-id.required'
  | 'user-hierarchy.external-id.too-long'
  | 'collection.owner.too-long';

/** Field rules that must have a condition. Of the fields of schedules, the interface numbers one alone. */
export type NumberedRule =
  | Exclude<WordRule<Collections | Users>, Unnumbered>
  | Extract<WordRule<typeof candidateResource>, `${string}-percentage.${string}`>;

/** A rule about more than the form of a value. The engine takes such names from the conditions only. */
export type StateProblem =
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
  | FieldRule<Collections | Users | Schedules | typeof invigilatorResource>
  | `${string}.${StateProblem}`
  | `${'user' | 'schedule-request' | 'invigilators'}.body.${'empty' | 'type'}`
  // Required by the platform's settings and roles, not by the field.
  | `user.${'external-id' | 'role'}.required`;

/** One row of the interface's error tables, or a condition of our own where the interface is silent. */
export interface Condition {
  /** The number of the interface, or null where it gives none. */
  readonly code: number | null;
  /** Stable names of the rules that are reported with it. */
  readonly rules: readonly [string, ...string[]];
  readonly meaning: string;
}

/** A condition as its table writes it: a rule that does not exist does not compile. */
export interface ConditionRow extends Condition {
  readonly rules: readonly [RuleName, ...RuleName[]];
}

/** Conditions without a number, by the rule that each is reported with. */
export function unnumbered<const R extends RuleName>(meanings: Readonly<Record<R, string>>) {
  const rows = Object.entries<string>(meanings);
  return rows.map(([rule, meaning]) => ({ code: null, rules: [rule as R] as const, meaning }));
}
