/** Reads the roles of a package, and warns about roles and organisations that are not used. */
import type { LineCounts } from '../../model/draft.ts';
import type { RosterMapping, TableRow, TableWarning } from '../port.ts';
import type { RosterPackage } from './package.ts';
import { type Manifest, openPart, readAllRows, type TextOptions } from './part.ts';
import { type Grant, meaningOf, TO_BE_DELETED } from './user-rows.ts';

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

type Where = Pick<TableRow, 'file' | 'line'>;

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

  add(name: string, { file, line }: Where, message: string, suggestion: string): void {
    this.found.push({ severity: 'warning', file, line, rule: `input.roster.${name}`, message, suggestion });
  }

  /**
   * Returns whether to use a role: its organisation must be in the package, unless this is unknown. Warns if not, and if
   * the mapping does not have the role or its organisation.
   */
  accepts({ role, org }: Grant, where: Where): boolean {
    if (org !== '' && this.#ids?.has(org) === false) {
      this.add(
        'orphan',
        where,
        `The organisation ${quoted(org)} is not in orgs.csv: the role is left out`,
        ORPHAN_HINT,
      );
      return false;
    }
    this.#reportUnknown('role', role, where);
    if (org !== '') this.#reportUnknown('organisation', org, where);
    return true;
  }

  #reportUnknown(what: 'role' | 'organisation', word: string, where: Where): void {
    const mark = `${what} ${word}`;
    if (this.#reported.has(mark) || meaningOf(this.#mapping[`${what}s`], word) !== undefined) return;
    this.#reported.add(mark);
    const suggestion = `name it in oneRoster.${what}s of examctl.config.json`;
    this.add('not-mapped', where, `The ${what} ${quoted(word)} has no meaning here, and is not used`, suggestion);
  }
}

export const ORPHAN_HINT = 'correct it in the system that the package comes from, and export it again';
const MAX_SHOWN = 60;

/** Quotes a text of the package for a message. */
export function quoted(text: string): string {
  return JSON.stringify(text.slice(0, MAX_SHOWN));
}

/** The roles of users, by their sourcedIds, each with the line of the first. */
export type GrantBook = ReadonlyMap<string, { readonly line: number; readonly grants: readonly Grant[] }>;

/** Reads the roles of roles.csv, which packages have since version 1.2. */
export async function readRoles(
  roster: RosterPackage,
  { modes }: Manifest,
  warnings: RoleWarnings,
  options: TextOptions,
): Promise<{ readonly book: GrantBook; readonly lineCounts?: LineCounts | undefined }> {
  const book = new Map<string, { line: number; grants: Grant[] }>();
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
    const user = textOf(row, 'userSourcedId');
    const known = book.get(user);
    if (known === undefined) book.set(user, { line: row.line, grants: [grant] });
    else known.grants.push(grant);
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
