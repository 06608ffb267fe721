/** The people of a target, and those who are in the way of a person of a list. */
import type { PersonWithId } from '../platform/fields/person.ts';

export interface KnownPeople {
  /** The beginning of a sentence about a person: "the store has". */
  readonly words: string;
  /** Returns the ids of all people. */
  ids(): Promise<Iterable<string>>;
  /** Finds the conflicts of each of these people, in their order. */
  conflicts(people: readonly PersonWithId[]): Promise<readonly (readonly Conflict[])[]>;
}

/**
 * Why a person of a list seems to have the wrong id. `other-person`: the target has somebody else under the id, absent if
 * the target reports that itself. The others: somebody has the same name and e-mail (`renumbered`), the same e-mail and
 * another name (`email`), or the same user name (`user-name`) under another id.
 */
export interface Conflict {
  readonly kind: 'other-person' | 'renumbered' | 'email' | 'user-name';
  /** The id of the target's person. */
  readonly id: string;
  /** That person, masked; absent if the target does not tell names. */
  readonly who?: string | undefined;
}
