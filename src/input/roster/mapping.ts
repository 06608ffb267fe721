/** The meaning of the words of a OneRoster package for the platform. */

/** The columns of users.csv that can be the ExternalId. */
export const ROSTER_IDS = ['sourcedId', 'identifier'] as const;

export interface RosterMapping {
  /** The column for the ExternalId. The default is the first of `ROSTER_IDS`. */
  readonly id?: (typeof ROSTER_IDS)[number] | undefined;
  /** The titles of roles, by the roles of OneRoster. */
  readonly roles?: Readonly<Record<string, string>> | undefined;
  /** The hierarchies, by the sourcedIds of organisations: `LAW`, or with permissions `LAW:IsCoordinator`. */
  readonly organisations?: Readonly<Record<string, string>> | undefined;
}
