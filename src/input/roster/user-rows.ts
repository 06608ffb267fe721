/** Converts the users of a OneRoster package to rows with the fields of users. */
import type { UserRequest } from '../../platform/resources/user.ts';
import { ROSTER_IDS, type RosterMapping, type RowFault, type TableRow } from '../port.ts';
import { LIST_SEPARATOR } from '../values/cell-lists.ts';
import type { Part } from './part.ts';

/** A role of a user in the package. */
export interface Grant {
  readonly role: string;
  readonly isPrimary: boolean;
  /** The sourcedId of the organisation; empty if there is none. */
  readonly org: string;
}

interface UserColumns extends Pick<Part, 'textOf'> {
  readonly mapping: RosterMapping;
}

type CellOf = (row: TableRow, columns: UserColumns, grants: readonly Grant[]) => string;

const copied =
  (column: string): CellOf =>
  (row, { textOf }) =>
    textOf(row, column);

/** The fields of a user, and how each cell is made. */
const CELLS = {
  ExternalId: (row, { textOf, mapping }) => textOf(row, mapping.id ?? ROSTER_IDS[0]),
  UserName: copied('username'),
  FirstName: copied('givenName'),
  LastName: copied('familyName'),
  Email: copied('email'),
  PhoneNumber: copied('phone'),
  CellularPhone: copied('sms'),
  DisableLogin: (row, { textOf }) => opposite(textOf(row, 'enabledUser')),
  Role: (_, { mapping }, grants) => {
    const titles = rolesOf(grants, mapping);
    return titles.length === 1 ? (titles[0] ?? '') : '';
  },
  Hierarchies: (_, { mapping }, grants) => {
    const meant = grants.flatMap(({ org }) => meaningOf(mapping.organisations, org) ?? []);
    return [...new Set(meant)].join(LIST_SEPARATOR);
  },
} as const satisfies Partial<Record<keyof UserRequest, CellOf>>;

/** The columns of users.csv that are read. */
export const COLUMNS_READ: readonly string[] = [
  ...['sourcedId', 'status', 'dateLastModified', 'enabledUser', 'username', 'givenName', 'familyName'],
  ...['identifier', 'email', 'sms', 'phone'],
];

export const REQUIRED_COLUMNS = ['sourcedId', 'enabledUser', 'givenName', 'familyName'] as const;

export const USER_FIELDS: readonly string[] = Object.keys(CELLS);

export function userCells(row: TableRow, columns: UserColumns, grants: readonly Grant[]): string[] {
  return Object.values(CELLS).map((cellOf) => cellOf(row, columns, grants));
}

/**
 * Returns the opposite of `true` or `false`. Any other text, such as `yes`, gets the name of its column, so that the
 * check refuses it: read as it is, it would mean the opposite.
 */
function opposite(enabled: string): string {
  if (enabled === '') return '';
  const isEnabled = enabled.toLowerCase();
  if (isEnabled !== 'true' && isEnabled !== 'false') return `enabledUser ${enabled}`;
  return String(isEnabled === 'false');
}

/** Returns the titles of the primary roles, or of all roles if none is primary. */
export function rolesOf(grants: readonly Grant[], { roles }: RosterMapping): string[] {
  const primary = grants.filter(({ isPrimary }) => isPrimary);
  const counted = primary.length > 0 ? primary : grants;
  return [...new Set(counted.flatMap(({ role }) => meaningOf(roles, role) ?? []))];
}

export function meaningOf(words: Readonly<Record<string, string>> | undefined, word: string): string | undefined {
  return words !== undefined && Object.hasOwn(words, word) ? words[word] : undefined;
}

/** Returns why a user is left out or cannot be read, or `undefined`. */
export function findRowFault(row: TableRow, width: number, { textOf }: UserColumns): RowFault | undefined {
  const fault = (message: string): RowFault => ({
    rule: 'input.roster.row',
    message,
    suggestion: 'export the package again',
  });
  const { length } = row.cells;
  if (length !== width) return fault(`The row has ${length} cells and the header of users.csv ${width}`);
  const status = textOf(row, 'status').toLowerCase();
  if (status === '' || status === 'active') return undefined;
  if (status !== TO_BE_DELETED) return fault(`The status of the user is neither active nor ${TO_BE_DELETED}`);
  const message = `The user is marked ${TO_BE_DELETED}, and is left out`;
  return { rule: 'input.roster.deleted', message, suggestion: DELETED_HINT, isLeftOut: true };
}

export const TO_BE_DELETED = 'tobedeleted';
const DELETED_HINT =
  'no user can be deleted: turn off the login with --missing disable, or with DisableLogin in another list';
