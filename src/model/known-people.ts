/** The people of a target, and their ids. */
import type { Person, PersonWithId } from '../platform/fields/person.ts';

export interface KnownPeople {
  /** The beginning of a sentence about a person: "the store has". */
  readonly words: string;
  /** Loads these people for `find`, and forgets those of an earlier call. Absent if all people are loaded. */
  lookUp?(people: readonly PersonWithId[]): Promise<void>;
  /** Finds another id under which the target has a person of the same name and e-mail, and of no other birth date. */
  find(id: string, person: Person): string | undefined;
  /** Returns the ids of all people. */
  ids(): Promise<Iterable<string>>;
  /** Whether the target has another person with this id. Absent if the target reports that itself. */
  isOther?(id: string, person: Person): boolean;
}
