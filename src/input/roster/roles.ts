/** Reads the roles of a package, and warns about roles and organisations that are not used. */
import type { LineCounts } from '../../model/draft.ts';
import type { TableRow, TableWarning } from '../port.ts';
import type { RosterPackage } from './folder.ts';
import { type Grant, GrantBook } from './grants.ts';
import type { Manifest } from './manifest.ts';
import type { RosterMapping } from './mapping.ts';
import { openPart, readAllRows, type TextOptions } from './part.ts';
import { meaningOf, TO_BE_DELETED } from './user-rows.ts';

export interface Organisations {
  /** The sourcedIds of all organisations; `undefined` if the package may leave out some of them. */
  readonly ids: ReadonlySet<string> | undefined;
  readonly lineCounts?: LineCounts | undefined;
}

export async function readOrganisations(
  roster: RosterPackage,
  { modes }: Manifest,
  options: TextOptions,
): Promise<Organisations> {
  if (modes.orgs !== 'bulk') return { ids: undefined };
  const part = await openPart(roster, 'orgs.csv', ['sourcedId'], options);
  const ids = new Set<string>();
  const lineCounts = await readAllRows(part, (row) => {
    if (part.textOf(row, 'status').toLowerCase() !== TO_BE_DELETED) ids.add(part.textOf(row, 'sourcedId'));
  });
  return { ids, lineCounts };
}

/** Collects warnings. Reports each unknown role and organisation once, at its first place. */
export class RoleWarnings {
  readonly found: TableWarning[] = [];
  readonly #reported = new Set<string>();
  readonly #mapping: RosterMapping;
  readonly #ids: ReadonlySet<string> | undefined;

  constructor(mapping: RosterMapping, ids: ReadonlySet<string> | undefined) {
    this.#mapping = mapping;
    this.#ids = ids;
  }

  /**
   * Returns whether to use a role, and warns if not: its organisation must be in the package, unless this is unknown.
   */
  accepts({ org }: Grant, { file, line }: TableRow): boolean {
    if (org === '' || this.#ids === undefined || this.#ids.has(org)) return true;
    const message = `The organisation ${quoted(org)} is not in orgs.csv: the role is left out`;
    this.found.push({ severity: 'warning', file, line, rule: 'input.roster.orphan', message, suggestion: ORPHAN_HINT });
    return false;
  }

  /** Warns if the mapping does not have the role or its organisation. */
  warnOfUnknown({ role, org }: Grant, { file, line }: TableRow): void {
    this.#reportUnknown('role', 'roles', role, { file, line });
    if (org !== '') this.#reportUnknown('organisation', 'organisations', org, { file, line });
  }

  #reportUnknown(
    what: string,
    key: 'roles' | 'organisations',
    word: string,
    place: Pick<TableRow, 'file' | 'line'>,
  ): void {
    const mark = `${what} ${word}`;
    if (this.#reported.has(mark) || meaningOf(this.#mapping[key], word) !== undefined) return;
    this.#reported.add(mark);
    const rule = 'input.roster.not-mapped';
    const message = `The ${what} ${quoted(word)} has no meaning here, and is not used`;
    const suggestion = `name it in oneRoster.${key} of examctl.config.json`;
    this.found.push({ severity: 'warning', ...place, rule, message, suggestion });
  }
}

export const ORPHAN_HINT = 'correct it in the system that the package comes from, and export it again';
const MAX_SHOWN = 60;

/** Quotes a text of the package for a message. */
export function quoted(text: string): string {
  return JSON.stringify(text.slice(0, MAX_SHOWN));
}

/** Reads the roles of roles.csv, which packages have since version 1.2. */
export async function readRoles(
  roster: RosterPackage,
  { modes }: Manifest,
  warnings: RoleWarnings,
  options: TextOptions,
): Promise<{ readonly book: GrantBook; readonly lineCounts?: LineCounts | undefined }> {
  const book = new GrantBook();
  if (modes.roles === 'absent') return { book };
  const part = await openPart(roster, 'roles.csv', ['userSourcedId', 'roleType', 'role', 'orgSourcedId'], options);
  const { textOf } = part;
  const lineCounts = await readAllRows(part, (row) => {
    if (textOf(row, 'status').toLowerCase() === TO_BE_DELETED) {
      const { file, line } = row;
      const message = `The role is marked ${TO_BE_DELETED}, and is left out`;
      warnings.found.push({ file, line, rule: 'input.roster.deleted', message, suggestion: ROLE_HINT });
      return;
    }
    const isPrimary = textOf(row, 'roleType').toLowerCase() === 'primary';
    const grant = { role: textOf(row, 'role'), isPrimary, org: textOf(row, 'orgSourcedId') };
    if (!warnings.accepts(grant, row)) return;
    warnings.warnOfUnknown(grant, row);
    book.add(textOf(row, 'userSourcedId'), row.line, grant);
  });
  return { book, lineCounts };
}

const ROLE_HINT =
  'if it was a membership of a hierarchy, end it with another list of users, with an entry such as LAW:DELETE';

/** Returns the roles of a row of users.csv in version 1.1. */
export function rolesInRow(row: TableRow, textOf: (row: TableRow, column: string) => string): Grant[] {
  const role = textOf(row, 'role');
  const orgs = textOf(row, 'orgSourcedIds').split(',');
  return role === '' ? [] : orgs.map((org) => ({ role, isPrimary: true, org: org.trim() }));
}
