/** The files of a OneRoster package, and a folder that is one. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { openSource, type Source } from '../source.ts';

/** The file by which a package is known. */
export const MANIFEST = 'manifest.csv';

/** The files whose records are read. */
export const PART_NAMES = ['users', 'roles', 'orgs'] as const;

const FILES_READ = [MANIFEST, ...PART_NAMES.map((name) => `${name}.csv`)];

export interface RosterPackage {
  readonly file: string;
  has(name: string): boolean;
  /** A file that is there. */
  open(name: string): Source;
  close(): void;
}

export async function openFolder(folder: string): Promise<RosterPackage | undefined> {
  // One that cannot be listed gets its error as a file does.
  const names = new Set(await readdir(folder).catch(() => []));
  if (!names.has(MANIFEST)) return undefined;
  return {
    file: folder,
    has: (name) => names.has(name),
    open: (name) => openSource(path.join(folder, name), undefined),
    close: () => undefined,
  };
}

/** The files that are to be as they were when a run is resumed: those of a package that is a folder, else the path itself. */
export async function filesBehind(file: string): Promise<string[]> {
  const isFolder = (await stat(file).catch(() => undefined))?.isDirectory() === true;
  const roster = isFolder ? await openFolder(file) : undefined;
  if (roster === undefined) return [file];
  return FILES_READ.filter(roster.has).map((name) => path.join(file, name));
}
