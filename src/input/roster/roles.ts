/** The roles of a package: whose they are, and what is to be said of them. */
import type { LineAccount } from '../../model/draft.ts';
import type { TableRow, TableWarning } from '../port.ts';
import type { RosterPackage } from './folder.ts';
import { type Grant, GrantBook } from './grants.ts';
import type { Manifest } from './manifest.ts';
import type { RosterMapping } from './mapping.ts';
import { openPart, readAllRows, type TextOptions } from './part.ts';
import { meaningOf, TO_BE_DELETED } from './user-rows.ts';

/** The organisations that a package names; `undefined` where it need not name all of them. */
export interface Organisations {
  readonly ids: ReadonlySet<string> | undefined;
  readonly account?: LineAccount | undefined;
}

export async function readOrganisations(
  roster: RosterPackage,
  { modes }: Manifest,
  options: TextOptions,
): Promise<Organisations> {
  if (modes.orgs !== 'bulk') return { ids: undefined };
  const part = await openPart(roster, 'orgs.csv', ['sourcedId'], options);
  const ids = new Set<string>();
  const account = await readAllRows(part, (row) => {
    if (part.textOf(row, 'status').toLowerCase() !== TO_BE_DELETED) ids.add(part.textOf(row, 'sourcedId'));
  });
  return { ids, account };
}

/** Reports each word without a meaning here once, with the first place where they stand. */
export class RoleWarnings {
  readonly found: TableWarning[] = [];
  readonly #reported = new Set<string>();
  readonly #mapping: RosterMapping;
  readonly #ids: ReadonlySet<string> | undefined;

  constructor(mapping: RosterMapping, ids: ReadonlySet<string> | undefined) {
    this.#mapping = mapping;
    this.#ids = ids;
  }

  /** Whether the organisation of a role is there, as far as is known. */
  accepts({ org }: Grant, { file, line }: TableRow): boolean {
    if (org === '' || this.#ids === undefined || this.#ids.has(org)) return true;
    const message = `The organisation ${quoted(org)} is not in orgs.csv: the role is left out`;
    this.found.push({ severity: 'warning', file, line, rule: 'input.roster.orphan', message, suggestion: ORPHAN_HINT });
    return false;
  }

  look({ role, org }: Grant, { file, line }: TableRow): void {
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

/** A text of the package in a message. */
export function quoted(text: string): string {
  return JSON.stringify(text.slice(0, MAX_SHOWN));
}

/** Of roles.csv, which came with version 1.2. */
export async function readRoles(
  roster: RosterPackage,
  { modes }: Manifest,
  warnings: RoleWarnings,
  options: TextOptions,
): Promise<{ readonly book: GrantBook; readonly account?: LineAccount | undefined }> {
  const book = new GrantBook();
  if (modes.roles === 'absent') return { book };
  const part = await openPart(roster, 'roles.csv', ['userSourcedId', 'roleType', 'role', 'orgSourcedId'], options);
  const { textOf } = part;
  const account = await readAllRows(part, (row) => {
    if (textOf(row, 'status').toLowerCase() === TO_BE_DELETED) {
      const { file, line } = row;
      const message = `The role is marked ${TO_BE_DELETED}, and is left out`;
      warnings.found.push({ file, line, rule: 'input.roster.deleted', message, suggestion: ROLE_HINT });
      return;
    }
    const isPrimary = textOf(row, 'roleType').toLowerCase() === 'primary';
    const grant = { role: textOf(row, 'role'), isPrimary, org: textOf(row, 'orgSourcedId') };
    if (!warnings.accepts(grant, row)) return;
    warnings.look(grant, row);
    book.add(textOf(row, 'userSourcedId'), row.line, grant);
  });
  return { book, account };
}

const ROLE_HINT = 'where it was a membership of a hierarchy, end it in another list, with LAW:DELETE';

/** Of version 1.1, which has them in users.csv. */
export function rolesInRow(row: TableRow, textOf: (row: TableRow, column: string) => string): Grant[] {
  const role = textOf(row, 'role');
  const orgs = textOf(row, 'orgSourcedIds').split(',');
  return role === '' ? [] : orgs.map((org) => ({ role, isPrimary: true, org: org.trim() }));
}
