/** Opens a OneRoster package, which is a folder or a ZIP archive. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { openSource, sourceOf } from '../source.ts';
import { openArchive } from '../xlsx/package/archive.ts';
import { MANIFEST, openFolder, type RosterPackage } from './folder.ts';

/** The size of a table of a package. It can be large, because the table is read piece by piece. */
const MAX_TABLE_BYTES = 4 * 1024 * 1024 * 1024;

const WORDS = {
  what: 'package',
  damagedHint: 'Fetch it again from where it came.',
  unsafeHint: 'Unpack it, look at its files, and name the folder instead.',
};

/** Opens a package. Returns `undefined` if the path is not one. */
export async function openPackage(file: string): Promise<RosterPackage | undefined> {
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isDirectory()) return openFolder(file);
  return stats?.isFile() && path.extname(file).toLowerCase() === '.zip' ? openZip(file) : undefined;
}

async function openZip(file: string): Promise<RosterPackage | undefined> {
  const archive = await openArchive(openSource(file, undefined), WORDS);
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
