/** A role of a user in the package. */
export interface Grant {
  readonly role: string;
  readonly isPrimary: boolean;
  /** The sourcedId of the organisation; empty if there is none. */
  readonly org: string;
}

interface GrantsOfUser {
  /** The line of the first role. */
  readonly line: number;
  readonly grants: Grant[];
  isUsed: boolean;
}

/** The roles of users, by their sourcedIds. */
export class GrantBook {
  readonly #users = new Map<string, GrantsOfUser>();

  add(user: string, line: number, grant: Grant): void {
    const known = this.#users.get(user);
    if (known === undefined) this.#users.set(user, { line, grants: [grant], isUsed: false });
    else known.grants.push(grant);
  }

  /** Returns the roles of a user, and marks them as used. */
  take(user: string): readonly Grant[] {
    const known = this.#users.get(user);
    if (known === undefined) return [];
    known.isUsed = true;
    return known.grants;
  }

  /**
   * Yields the roles that `take()` did not return: for each user, the line of the first role and the number of roles.
   */
  *unused(): Generator<{ readonly line: number; readonly count: number }> {
    for (const { line, grants, isUsed } of this.#users.values()) if (!isUsed) yield { line, count: grants.length };
  }
}
