/** Reads a CSV file of a package, with its columns by their names. */

import { eitherOf } from '../../base/text/either-of.ts';
import { InputError } from '../../errors.ts';
import type { LineCounts } from '../../model/draft.ts';
import { openCsv } from '../csv/reader.ts';
import type { ReadingOptions, TableInput, TableRow } from '../port.ts';
import { MANIFEST, PART_NAMES, type RosterPackage } from './package.ts';

/** The options for reading the texts of a package. */
export type TextOptions = Pick<ReadingOptions, 'delimiter' | 'encoding'>;

export interface Part {
  readonly input: TableInput;
  /** Returns the text of a row in a column; empty if the file does not have the column. */
  readonly textOf: (row: TableRow, column: string) => string;
}

export async function openPart(
  roster: RosterPackage,
  name: string,
  required: readonly string[],
  { delimiter, encoding }: TextOptions,
): Promise<Part> {
  const input = await openCsv(roster.open(name), { delimiter, encoding });
  const { file, header } = input;
  const names = header.names.map((column) => column.trim().toLowerCase());
  const positions = new Map(names.map((column, index) => [column, index]));
  const missing = required.filter((column) => !positions.has(column.toLowerCase()));
  if (missing.length > 0) {
    await stopReading(input);
    throw new InputError({ file, line: header.line }, `the header lacks ${missing.join(', ')}`, {
      hint: 'Export the package again, with the columns that OneRoster requires.',
    });
  }
  return { input, textOf: ({ cells }, column) => cells[positions.get(column.toLowerCase()) ?? -1]?.trim() ?? '' };
}

/** Closes the file. */
export async function stopReading({ rows }: TableInput): Promise<void> {
  await rows[Symbol.asyncIterator]().return?.();
}

/** Reads all rows of a file whose records become parts of users, and returns the counts of its lines. */
export async function readAllRows({ input }: Part, take: (row: TableRow) => void): Promise<LineCounts> {
  const { lineCounts, header, rows } = input;
  const parts = { records: 0, continued: 0 };
  for await (const row of rows) {
    if (row.cells.every((cell) => cell.trim() === '')) lineCounts.addBlank(row.lines);
    else {
      requireWidth(row, header.names.length);
      parts.records += 1;
      parts.continued += row.lines - 1;
      take(row);
    }
  }
  const { file, lines, header: headerLines, blank } = lineCounts;
  return { file, lines, header: headerLines, blank, parts };
}

function requireWidth({ file, line, cells }: TableRow, width: number): void {
  if (cells.length === width) return;
  throw new InputError({ file, line }, `the row has ${cells.length} cells and the header ${width}`, {
    hint: 'Export the package again, or put quotes around a cell that contains the delimiter.',
  });
}

/** The versions that the program can read. */
const VERSIONS = ['1.1', '1.2'] as const;

type PartName = (typeof PART_NAMES)[number];

const MODES = ['bulk', 'delta', 'absent'] as const;

export interface Manifest {
  readonly version: (typeof VERSIONS)[number];
  /** Whether a file has all records (`bulk`) or only changes (`delta`), or is not there (`absent`). */
  readonly modes: Readonly<Record<PartName, (typeof MODES)[number]>>;
  readonly lineCounts: LineCounts;
}

export async function readManifest(roster: RosterPackage, options: TextOptions): Promise<Manifest> {
  const part = await openPart(roster, MANIFEST, ['propertyName', 'value'], options);
  const { file } = part.input;
  const values = new Map<string, string>(READ.map((name) => [name, '']));
  const lineCounts = await readAllRows(part, (row) => {
    const name = part.textOf(row, 'propertyName');
    if (values.has(name)) values.set(name, part.textOf(row, 'value'));
  });
  const version = VERSIONS.find((known) => known === values.get(VERSION));
  if (version === undefined) {
    const problem = `${VERSION} must be ${eitherOf(VERSIONS)}: packages of other versions are not read`;
    throw new InputError({ file }, problem, { hint: `Export the package as OneRoster ${VERSIONS.at(-1)}.` });
  }
  const modeOf = (part: PartName) => findMode(roster, file, part, values.get(`file.${part}`) ?? '');
  const modes = { users: modeOf('users'), roles: modeOf('roles'), orgs: modeOf('orgs') };
  if (modes.users === 'absent') {
    throw new InputError({ file }, 'the package has no users', { hint: 'Export it with users.csv.' });
  }
  return { version, modes, lineCounts };
}

const VERSION = 'oneroster.version';
const READ = [VERSION, ...PART_NAMES.map((name) => `file.${name}`)];

/** Returns the mode of a file. A file that the manifest does not name is absent. */
function findMode(roster: RosterPackage, file: string, part: PartName, text: string): Manifest['modes'][PartName] {
  const mode = MODES.find((known) => known === (text.toLowerCase() || 'absent'));
  if (mode === undefined) throw new InputError({ file }, `file.${part} must be ${MODES.join(', ')}`);
  if (mode === 'absent' || roster.has(`${part}.csv`)) return mode;
  throw new InputError({ file }, `file.${part} is ${mode}, but the package has no ${part}.csv`, {
    hint: 'Export the package again, with all files that its manifest names.',
  });
}
