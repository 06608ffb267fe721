/**
 * A command never writes a file that it reads, and writes no file twice: content would be lost silently. Files are
 * compared by identity, not by the text of their paths.
 */

import { UsageError } from '../../errors.ts';
import type { ReadOptions, ReportOptions } from '../options/bulk-options.ts';
import type { TargetChoice } from '../options/target-options.ts';
import { identitiesOf } from '../read/file-identity.ts';

interface Reading {
  readonly files: readonly string[];
  readonly flags: ReadOptions;
  readonly target?: TargetChoice | undefined;
}

/** All files that a command reads, except those of the store. `-` is standard input. */
export function filesRead({ files, flags, target }: Reading): string[] {
  const { tokenFile, caFile } = target?.kind === 'remote' ? target : {};
  return [...files, flags.mapFile, tokenFile, caFile].filter((file) => file !== undefined);
}

/** The errors for output files that collide with others, by their paths as given. */
export async function findCollisions(
  { rejects, report = [] }: ReportOptions,
  inputs: readonly string[],
): Promise<ReadonlyMap<string, UsageError>> {
  const taken = new Map<string, string>();
  for (const input of inputs)
    for (const identity of await identitiesOf(input))
      taken.set(identity, 'is read by this command, so what it holds would be lost');
  const files = report.filter((file) => file !== '-');
  const outputs = [['--rejects', rejects], ...files.map((file) => ['--report', file])];
  const collisions = new Map<string, UsageError>();
  for (const [flag, file] of outputs) {
    if (file === undefined) continue;
    const identities = await identitiesOf(file);
    const reason = identities.map((identity) => taken.get(identity)).find((found) => found !== undefined);
    const problem = `${flag}: ${file} ${reason}`;
    if (reason !== undefined) collisions.set(file, new UsageError(problem, { hint: 'Give the path of another file.' }));
    else for (const identity of identities) taken.set(identity, 'is to be written twice');
  }
  return collisions;
}
