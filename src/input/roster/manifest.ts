/** Reads the manifest of a package: the version of OneRoster, and the files of the package. */

import { eitherOf } from '../../base/text/either-of.ts';
import { InputError } from '../../errors.ts';
import type { LineCounts } from '../../model/draft.ts';
import { MANIFEST, PART_NAMES, type RosterPackage } from './folder.ts';
import { openPart, readAllRows, type TextOptions } from './part.ts';

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
