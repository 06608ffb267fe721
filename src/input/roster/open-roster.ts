/** Reads a OneRoster package as a table of users. */
import { formatNumber } from '../../base/text/counted.ts';
import { listPlaces } from '../../model/place.ts';
import { stoppable } from '../batch.ts';
import type { RosterMapping, TableInput, TableRow, TableWarning } from '../port.ts';
import type { RosterPackage } from './package.ts';
import { type Manifest, openPart, type Part, readManifest, stopReading, type TextOptions } from './part.ts';
import {
  type GrantBook,
  ORPHAN_HINT,
  quoted,
  RoleWarnings,
  readOrganisations,
  readRoles,
  rolesInRow,
} from './roles.ts';
import {
  COLUMNS_READ,
  findRowFault,
  type Grant,
  REQUIRED_COLUMNS,
  rolesOf,
  USER_FIELDS,
  userCells,
} from './user-rows.ts';

/**
 * Opens a package as a table of users. Roles and organisations are kept in memory, and users are read one at a time.
 * The package is closed after its last row.
 */
export async function openRoster(
  roster: RosterPackage,
  mapping: RosterMapping,
  options: TextOptions,
): Promise<TableInput> {
  try {
    const manifest = await readManifest(roster, options);
    const organisations = await readOrganisations(roster, manifest, options);
    const warnings = new RoleWarnings(mapping, organisations.ids);
    const roles = await readRoles(roster, manifest, warnings, options);
    const users = await openPart(roster, 'users.csv', [...REQUIRED_COLUMNS, mapping.id ?? 'sourcedId'], options);
    const ofParts = [manifest.lineCounts, organisations.lineCounts, roles.lineCounts];
    const reading = { roster, mapping, manifest, users, warnings, book: roles.book, used: new Set<string>() };
    return { ...tableOf(reading), partLineCounts: ofParts.filter((counts) => counts !== undefined) };
  } catch (error) {
    roster.close();
    throw error;
  }
}

interface Reading {
  readonly roster: RosterPackage;
  readonly mapping: RosterMapping;
  readonly manifest: Manifest;
  readonly users: Part;
  readonly warnings: RoleWarnings;
  readonly book: GrantBook;
  /** The users of the book who have a row. */
  readonly used: Set<string>;
}

function tableOf(reading: Reading): TableInput {
  const { manifest, users, warnings } = reading;
  const { input } = users;
  const { version, modes } = manifest;
  const isDelta = modes.users === 'delta' || undefined;
  return {
    kind: 'table',
    file: input.file,
    form: `OneRoster ${version}, users ${modes.users}; ${input.form}`,
    delimiter: input.delimiter,
    header: { names: USER_FIELDS, line: input.header.line },
    warnings: unreadColumns(input, version),
    lateWarnings: () => {
      addOrphans(reading, isDelta);
      return warnings.found;
    },
    isDelta,
    leavesOut: true,
    rows: stoppable(userRows(reading), () => stopReading(input).then(() => reading.roster.close())),
    lineCounts: input.lineCounts,
  };
}

/** The largest number of columns that a message names. */
const COLUMNS_SHOWN = 20;

function unreadColumns({ header, file }: TableInput, version: Manifest['version']): TableWarning[] {
  const read = version === '1.1' ? [...COLUMNS_READ, 'role', 'orgSourcedIds'] : COLUMNS_READ;
  const known = new Set(read.map((name) => name.toLowerCase()));
  const others = header.names.map((name) => name.trim()).filter((name) => !known.has(name.toLowerCase()));
  if (others.length === 0) return [];
  const shown = listPlaces(others.map(quoted), COLUMNS_SHOWN, { word: '' });
  const message = `These columns of users.csv are not read: ${shown}`;
  return [{ file, line: header.line, rule: 'input.roster.columns', message, suggestion: null }];
}

/** Warns of each user with roles who is not in users.csv. In a delta, this may be an unchanged user. */
function addOrphans({ users, book, used, warnings }: Reading, isDelta: true | undefined): void {
  const file = users.input.file.replace(/users\.csv$/, 'roles.csv');
  const where = isDelta ? 'users.csv, which holds changes only' : 'users.csv';
  const suggestion = isDelta ? 'export the package in full (bulk), so that it has the user' : ORPHAN_HINT;
  for (const [user, { line, grants }] of book) {
    if (used.has(user)) continue;
    used.add(user);
    const what = grants.length === 1 ? 'the role is' : `${formatNumber(grants.length)} roles from this one on are`;
    warnings.add('orphan', { file, line }, `The user is not in ${where}: ${what} left out`, suggestion);
  }
}

async function* userRows(reading: Reading): AsyncGenerator<TableRow, undefined> {
  const { roster, mapping, users } = reading;
  const { rows, header } = users.input;
  const columns = { mapping, textOf: users.textOf };
  try {
    for await (const row of rows) {
      const isBlank = row.cells.every((cell) => cell.trim() === '');
      const fault = isBlank ? undefined : findRowFault(row, header.names.length, columns);
      const grants = isBlank ? [] : grantsOf(reading, row);
      yield { ...row, cells: userCells(row, columns, grants), ...(fault === undefined ? {} : { fault }) };
    }
  } finally {
    roster.close();
  }
  return undefined;
}

function grantsOf({ manifest, users, warnings, book, used, mapping }: Reading, row: TableRow): readonly Grant[] {
  const user = users.textOf(row, 'sourcedId');
  used.add(user);
  const grants =
    manifest.version === '1.1'
      ? rolesInRow(row, users.textOf).filter((grant) => warnings.accepts(grant, row))
      : (book.get(user)?.grants ?? []);
  const titles = rolesOf(grants, mapping);
  if (titles.length > 1) {
    const message = `The user has several roles (${titles.join(', ')}): none of them is used`;
    const suggestion = 'say in roles.csv which one is primary, or give the roles one title in oneRoster.roles';
    warnings.add('several-roles', row, message, suggestion);
  }
  return grants;
}
