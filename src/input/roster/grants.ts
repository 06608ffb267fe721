/** The roles of users in compact form: users with equal roles share a list. */
import { createCompactMap } from '../../base/compact-map.ts';

/** A role of a user in the package. */
export interface Grant {
  readonly role: string;
  readonly isPrimary: boolean;
  /** The sourcedId of the organisation; empty if there is none. */
  readonly org: string;
}

/** The number of the empty list. */
const NONE = 0;

export class GrantBook {
  readonly #grants = new Map<string, Grant>();
  readonly #lists: (readonly Grant[])[] = [[]];
  /** The number of the list that a list becomes with one more role. */
  readonly #longer = new Map<string, number>();
  /** The number of each user, by the sourcedId. */
  readonly #users = createCompactMap(1);
  /** By the number of the user: the list of roles, the line of the first role, and whether `take()` returned them. */
  readonly #listOf: number[] = [];
  readonly #lineOf: number[] = [];
  readonly #isFound: boolean[] = [];

  add(user: string, line: number, given: Grant): void {
    const key = JSON.stringify([given.role, given.isPrimary, given.org]);
    const grant = this.#grants.get(key) ?? given;
    this.#grants.set(key, grant);
    const [number] = this.#users.get(user) ?? [this.#listOf.length];
    this.#users.set(user, number);
    this.#lineOf[number] ??= line;
    this.#isFound[number] ??= false;
    this.#listOf[number] = this.#with(this.#listOf[number] ?? NONE, key, grant);
  }

  #with(list: number, key: string, grant: Grant): number {
    const step = `${list} ${key}`;
    const known = this.#longer.get(step);
    if (known !== undefined) return known;
    const longer = this.#lists.push([...(this.#lists[list] ?? []), grant]) - 1;
    this.#longer.set(step, longer);
    return longer;
  }

  /** Returns the roles of a user, and marks them as used. */
  take(user: string): readonly Grant[] {
    const [number] = this.#users.get(user) ?? [];
    if (number === undefined) return this.#lists[NONE] ?? [];
    this.#isFound[number] = true;
    return this.#lists[this.#listOf[number] ?? NONE] ?? [];
  }

  /**
   * Yields the roles that `take()` did not return: for each user, the line of the first role and the number of roles.
   */
  *unused(): Generator<{ readonly line: number; readonly count: number }> {
    for (const [number, list] of this.#listOf.entries()) {
      if (this.#isFound[number]) continue;
      yield { line: this.#lineOf[number] ?? 0, count: this.#lists[list]?.length ?? 0 };
    }
  }
}
