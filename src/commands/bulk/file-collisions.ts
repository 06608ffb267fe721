/**
 * A command never writes a file that it reads, and writes no file twice: content would be lost silently. Files are
 * compared by identity, not by the text of their paths.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { isRunFile } from '../../runs/record/list-records.ts';
import { SETTING_NAMES, settingOf } from '../../settings/table.ts';
import type { ReadOptions, ReportOptions } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import type { StoreFlags } from '../options/store-options.ts';
import type { TargetChoice } from '../options/target-options.ts';
import { identitiesOf, isSameFile } from '../read/file-identity.ts';
import { runsFolder } from '../target/runs-there.ts';

interface Reading extends Pick<Call, 'context' | 'settings'> {
  readonly files: readonly string[];
  readonly flags: ReadOptions & StoreFlags;
  readonly target?: TargetChoice | undefined;
}

/** All files that a command reads, wherever they are named, with those in folders. `-` is standard input. */
export function filesRead({ context, files, flags, target, settings }: Reading): string[] {
  const { project, user } = settings.files;
  // A command that does not use a setting must not replace its file either.
  const set = PATH_SETTINGS.map((name) => settings.findEvenIfExcluded(name)?.value);
  // The options of a resumed run may not be those of the settings.
  const { tokenFile, caFile } = target?.kind === 'remote' ? target : {};
  const store = target?.kind === 'local' ? target.store : undefined;
  const flagged = [flags.storePasswordFile, flags.caFile, tokenFile, caFile];
  const stores = [store, settings.findEvenIfExcluded('store')?.value];
  const beside = stores.filter(isPath).flatMap((one) => filesBeside(context, one));
  const named = [...files, ...flagged, ...set, store, ...beside, project?.path, user?.path];
  const runs = runsFolder(context.env);
  return [...named.filter(isPath).flatMap((path) => [path, ...filesIn(path)]), ...filesIn(runs).filter(isRunFile)];
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

const PATH_SETTINGS = SETTING_NAMES.filter((name) => settingOf(name).type === 'path');

/** The files that a database reads. A wrong address is reported when the store is opened. */
function filesBeside({ storeBackend }: Call['context'], store: string): readonly string[] {
  try {
    return storeBackend(store).filesBeside?.(store) ?? [];
  } catch {
    return [];
  }
}

/** Throws a UsageError if a file that a command is to write belongs to its store, its runs or its settings. */
export async function refuseOwnFile(
  { context, settings, flags }: Pick<Call, 'context' | 'settings' | 'flags'>,
  file: string,
): Promise<void> {
  for (const own of filesRead({ context, files: [], flags: flags as StoreFlags, settings })) {
    if (!(await isSameFile(own, file))) continue;
    throw new UsageError(`${file} belongs to the store or the settings of this command, or to its runs`, {
      hint: OTHER_FILE,
    });
  }
}

const OTHER_FILE = 'Give the path of another file.';

/** The files in a folder, such as a store or a package; none in a file, or in a folder that cannot be listed. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** The errors for output files that collide with others, by their paths as given. */
export async function findCollisions(
  flags: ReportOptions,
  inputs: readonly string[],
): Promise<ReadonlyMap<string, UsageError>> {
  const outputs = outputsOf(flags);
  const taken = new Map<string, string>();
  for (const input of outputs.length === 0 ? [] : inputs)
    for (const identity of await identitiesOf(input))
      taken.set(identity, 'is read by this command, so what it holds would be lost');
  const collisions = new Map<string, UsageError>();
  for (const [flag, file] of outputs) {
    const identities = await identitiesOf(file);
    const reason = identities.map((identity) => taken.get(identity)).find((found) => found !== undefined);
    const problem = `${flag}: ${file} ${reason}`;
    if (reason !== undefined) collisions.set(file, new UsageError(problem, { hint: OTHER_FILE }));
    else for (const identity of identities) taken.set(identity, 'is to be written twice');
  }
  return collisions;
}

/** Each flag with a file that it names. */
function outputsOf({ rejects, report = [] }: ReportOptions): [string, string][] {
  const outputs = [['--rejects', rejects], ...report.map((file) => ['--report', file])];
  return outputs.filter((output): output is [string, string] => output[1] !== undefined && output[1] !== '-');
}
