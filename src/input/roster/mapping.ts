/** What the words of a OneRoster package mean here. */

/** The columns of users.csv that can be the ExternalId. */
export const ROSTER_IDS = ['sourcedId', 'identifier'] as const;

export interface RosterMapping {
  /** The column that is the ExternalId; the first of them where nothing is said. */
  readonly id?: (typeof ROSTER_IDS)[number] | undefined;
  /** Titles of roles by the roles of OneRoster. */
  readonly roles?: Readonly<Record<string, string>> | undefined;
  /** Hierarchies by the sourcedIds of organisations: `LAW`, or with permissions `LAW:IsCoordinator`. */
  readonly organisations?: Readonly<Record<string, string>> | undefined;
}
