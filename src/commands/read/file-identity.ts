/** Tells whether two paths name the same file. */
import { type BigIntStats, fstatSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Returns what only this file has: its name in its real folder, and the inode of a file that exists. `-` is standard input. */
export async function identitiesOf(file: string): Promise<string[]> {
  if (file === '-') return inodeOf(standardInput());
  const folder = await realpath(dirname(file)).catch(() => undefined);
  const path = folder === undefined ? [] : [join(folder, basename(file))];
  return [...path, ...inodeOf(await stat(file, { bigint: true }).catch(() => undefined))];
}

/** Whether two paths name the same file. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const identities = await identitiesOf(one);
  return one === other || (await identitiesOf(other)).some((identity) => identities.includes(identity));
}

function inodeOf(stats: BigIntStats | undefined): string[] {
  return stats?.isFile() ? [`${stats.dev}:${stats.ino}`] : [];
}

function standardInput(): BigIntStats | undefined {
  try {
    return fstatSync(0, { bigint: true });
  } catch {
    // Standard input is closed.
    return undefined;
  }
}
