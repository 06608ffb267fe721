/** Opens a OneRoster package, which is a folder or a ZIP archive. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { openSource, type Source, sourceOf } from '../source.ts';

/** The file that shows that a folder or an archive is a package. */
export const MANIFEST = 'manifest.csv';

/** The files whose records are read. */
export const PART_NAMES = ['users', 'roles', 'orgs'] as const;

const FILES_READ = [MANIFEST, ...PART_NAMES.map((name) => `${name}.csv`)];

export interface RosterPackage {
  readonly file: string;
  has(name: string): boolean;
  /** Opens a file that the package has. */
  open(name: string): Source;
  close(): void;
}

async function openFolder(folder: string): Promise<RosterPackage | undefined> {
  // A folder that cannot be listed is later opened as a file, which reports the error.
  const names = new Set(await readdir(folder).catch(() => []));
  if (!names.has(MANIFEST)) return undefined;
  return {
    file: folder,
    has: (name) => names.has(name),
    open: (name) => openSource(path.join(folder, name), undefined),
    close: () => undefined,
  };
}

/** Returns the files that must be unchanged when a run is resumed: the files of a folder, or the path itself. */
export async function filesBehind(file: string): Promise<string[]> {
  const isFolder = (await stat(file).catch(() => undefined))?.isDirectory() === true;
  const roster = isFolder ? await openFolder(file) : undefined;
  if (roster === undefined) return [file];
  return FILES_READ.filter(roster.has).map((name) => path.join(file, name));
}

/** The size of a table of a package. It can be large, because the table is read piece by piece. */
const MAX_TABLE_BYTES = 4 * 1024 * 1024 * 1024;

/** Opens a package. Returns `undefined` if the path is not one. */
export async function openPackage(file: string): Promise<RosterPackage | undefined> {
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isDirectory()) return openFolder(file);
  return stats?.isFile() && path.extname(file).toLowerCase() === '.zip' ? openZip(file) : undefined;
}

async function openZip(file: string): Promise<RosterPackage | undefined> {
  const { openArchive } = await import('../xlsx/package/archive.ts');
  const archive = await openArchive(openSource(file, undefined), 'package');
  if (!archive.has(MANIFEST)) {
    archive.close();
    return undefined;
  }
  return {
    file,
    has: archive.has,
    open: (name) => sourceOf(`${file}:${name}`, () => archive.read(name, MAX_TABLE_BYTES)),
    close: archive.close,
  };
}
