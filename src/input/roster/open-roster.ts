/** Reads a OneRoster package as a table of users. */
import { formatNumber } from '../../base/text/counted.ts';
import type { TableInput, TableRow, TableWarning } from '../port.ts';
import type { RosterPackage } from './folder.ts';
import type { Grant, GrantBook } from './grants.ts';
import { type Manifest, readManifest } from './manifest.ts';
import type { RosterMapping } from './mapping.ts';
import { openPart, type Part, stopReading, type TextOptions } from './part.ts';
import { ORPHAN_HINT, quoted, RoleWarnings, readOrganisations, readRoles, rolesInRow } from './roles.ts';
import { COLUMNS_READ, findRowFault, REQUIRED_COLUMNS, rolesOf, USER_FIELDS, userCells } from './user-rows.ts';

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
    const reading = { roster, mapping, manifest, users, warnings, book: roles.book };
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
}

function tableOf(reading: Reading): TableInput {
  const { manifest, users, warnings, book } = reading;
  const { input } = users;
  const { version, modes } = manifest;
  const file = rolesFile(reading);
  const isDelta = modes.users === 'delta' || undefined;
  return {
    kind: 'table',
    file: input.file,
    form: `OneRoster ${version}, users ${modes.users}; ${input.form}`,
    delimiter: input.delimiter,
    header: { names: USER_FIELDS, line: input.header.line },
    warnings: unreadColumns(input, version),
    lateWarnings: () => [...warnings.found, ...orphans(book, file, isDelta)],
    isDelta,
    leavesOut: true,
    rows: rowsOf(reading),
    lineCounts: input.lineCounts,
  };
}

/** The largest number of columns that a message names. */
const COLUMNS_SHOWN = 20;

function rolesFile({ users }: Reading): string {
  return users.input.file.replace(/users\.csv$/, 'roles.csv');
}

function unreadColumns({ header, file }: TableInput, version: Manifest['version']): TableWarning[] {
  const read = version === '1.1' ? [...COLUMNS_READ, 'role', 'orgSourcedIds'] : COLUMNS_READ;
  const known = new Set(read.map((name) => name.toLowerCase()));
  const others = header.names.map((name) => name.trim()).filter((name) => !known.has(name.toLowerCase()));
  if (others.length === 0) return [];
  const shown = [...others.slice(0, COLUMNS_SHOWN).map(quoted), ...(others.length > COLUMNS_SHOWN ? ['…'] : [])];
  const message = `These columns of users.csv are not read: ${shown.join(', ')}`;
  return [{ file, line: header.line, rule: 'input.roster.columns', message, suggestion: null }];
}

/** Yields a warning for each user with roles who is not in users.csv. In a delta, this may be an unchanged user. */
function* orphans(book: GrantBook, file: string, isDelta: true | undefined): Generator<TableWarning> {
  const where = isDelta ? 'users.csv, which holds changes only' : 'users.csv';
  const suggestion = isDelta ? 'export the package in full (bulk), so that it has the user' : ORPHAN_HINT;
  for (const { line, count } of book.unused()) {
    const what = count === 1 ? 'the role is' : `${formatNumber(count)} roles from this one on are`;
    const message = `The user is not in ${where}: ${what} left out`;
    yield { severity: 'warning', file, line, rule: 'input.roster.orphan', message, suggestion };
  }
}

/** Closes the package at the end, on a fault, and when the consumer stops early, even before the first row. */
function rowsOf(reading: Reading): AsyncIterable<TableRow> {
  const found = userRows(reading);
  const stop = async () => {
    await stopReading(reading.users.input);
    reading.roster.close();
    return found.return(undefined);
  };
  return { [Symbol.asyncIterator]: () => ({ next: () => found.next(), return: stop }) };
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

function grantsOf({ manifest, users, warnings, book, mapping }: Reading, row: TableRow): readonly Grant[] {
  const grants =
    manifest.version === '1.1' ? newGrants(row, users, warnings) : book.take(users.textOf(row, 'sourcedId'));
  const titles = rolesOf(grants, mapping);
  if (titles.length > 1) {
    const message = `The user has several roles (${titles.join(', ')}): none of them is used`;
    const suggestion = 'say in roles.csv which one is primary, or give the roles one title in oneRoster.roles';
    const { file, line } = row;
    warnings.found.push({ severity: 'warning', file, line, rule: 'input.roster.several-roles', message, suggestion });
  }
  return grants;
}

function newGrants(row: TableRow, { textOf }: Part, warnings: RoleWarnings): readonly Grant[] {
  const grants = rolesInRow(row, textOf).filter((grant) => warnings.accepts(grant, row));
  for (const grant of grants) warnings.warnOfUnknown(grant, row);
  return grants;
}
