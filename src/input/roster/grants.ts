/** The roles of users, held compactly: users with equal roles share them. */
import { createCompactMap } from '../../base/compact-map.ts';

/** A role as the package has it. */
export interface Grant {
  readonly role: string;
  readonly isPrimary: boolean;
  /** The sourcedId of the organisation; empty where there is none. */
  readonly org: string;
}

/** Stands for no roles at all. */
const NONE = 0;

export class GrantBook {
  readonly #grants = new Map<string, Grant>();
  /** Lists of roles, and the list that each becomes with one more. */
  readonly #lists: (readonly Grant[])[] = [[]];
  readonly #longer = new Map<string, number>();
  /** The number of each user. */
  readonly #users = createCompactMap(1);
  /** By the number of the user: the list, and the line of the first role. */
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

  /** The roles of a user, who is then known to be there. */
  take(user: string): readonly Grant[] {
    const [number] = this.#users.get(user) ?? [];
    if (number === undefined) return this.#lists[NONE] ?? [];
    this.#isFound[number] = true;
    return this.#lists[this.#listOf[number] ?? NONE] ?? [];
  }

  /** The users who were not asked for: the line of the first role of each, and how many there are. */
  *left(): Generator<{ readonly line: number; readonly count: number }> {
    for (const [number, list] of this.#listOf.entries()) {
      if (this.#isFound[number]) continue;
      yield { line: this.#lineOf[number] ?? 0, count: this.#lists[list]?.length ?? 0 };
    }
  }
}
