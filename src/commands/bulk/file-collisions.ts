/**
 * Files that a command reads are never written by it, and none is written twice: what such a file held would be lost
 * without a word. What counts is the file itself, not how its path is written.
 */

import { type BigIntStats, fstatSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../../errors.ts';
import type { ReadOptions, ReportOptions } from '../options/bulk-options.ts';
import type { TargetChoice } from '../options/target-options.ts';

interface Reading {
  readonly files: readonly string[];
  readonly flags: ReadOptions;
  readonly target?: TargetChoice | undefined;
}

/** All that a command reads, besides the store. `-` is standard input. */
export function filesRead({ files, flags, target }: Reading): string[] {
  const { tokenFile, caFile } = target?.kind === 'remote' ? target : {};
  return [...files, flags.mapFile, tokenFile, caFile].filter((file) => file !== undefined);
}

/** Why files cannot be written, by their paths as they were given. */
export async function findCollisions(
  { rejects, report = [] }: ReportOptions,
  inputs: readonly string[],
): Promise<ReadonlyMap<string, UsageError>> {
  const taken = new Map<string, string>();
  for (const input of inputs)
    for (const name of await namesOfInput(input))
      taken.set(name, 'is read by this command, so what it holds would be lost');
  const files = report.filter((file) => file !== '-');
  const outputs = [['--rejects', rejects], ...files.map((file) => ['--report', file])];
  const collisions = new Map<string, UsageError>();
  for (const [flag, file] of outputs) {
    if (file === undefined) continue;
    const names = await namesOf(file);
    const reason = names.map((name) => taken.get(name)).find((found) => found !== undefined);
    const problem = `${flag}: ${file} ${reason}`;
    if (reason !== undefined) collisions.set(file, new UsageError(problem, { hint: 'Give the path of another file.' }));
    else for (const name of names) taken.set(name, 'is to be written twice');
  }
  return collisions;
}

async function namesOfInput(file: string): Promise<string[]> {
  return file === '-' ? numberOf(standardInput()) : namesOf(file);
}

/** A path by its real folder; and a file that is there by its number on its disk, whichever of its names is used. */
async function namesOf(file: string): Promise<string[]> {
  const folder = await realpath(dirname(file)).catch(() => undefined);
  const path = folder === undefined ? [] : [join(folder, basename(file))];
  return [...path, ...numberOf(await stat(file, { bigint: true }).catch(() => undefined))];
}

function numberOf(stats: BigIntStats | undefined): string[] {
  return stats?.isFile() ? [`${stats.dev}:${stats.ino}`] : [];
}

function standardInput(): BigIntStats | undefined {
  try {
    return fstatSync(0, { bigint: true });
  } catch {
    // It is closed.
    return undefined;
  }
}
