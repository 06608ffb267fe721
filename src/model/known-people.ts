/** Whom a target knows under which id. */
import type { Person } from '../platform/fields/person.ts';

/** The id under which somebody is known, and whether the birth dates are there and equal. */
export interface KnownAs {
  readonly id: string;
  readonly hasSameBirthDate: boolean;
}

/** A person with an e-mail, and the id in a list. */
export interface PersonWithId {
  readonly id: string;
  readonly person: Person;
}

export interface KnownPeople {
  /** Begins a sentence about somebody: "the store has". */
  readonly words: string;
  /** Called with all people before `find` is asked about them; a later call replaces them. Absent where all are known. */
  lookUp?(people: readonly PersonWithId[]): Promise<void>;
  /** Under which other id a person is known by the same name and address; `undefined` where under none. */
  find(id: string, person: Person): KnownAs | undefined;
  /** Whether an id is known for another person. Absent where the target itself reports that. */
  isOther?(id: string, person: Person): boolean;
}
