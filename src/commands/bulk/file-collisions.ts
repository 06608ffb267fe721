/**
 * A command never writes a file that it reads, and writes no file twice: content would be lost silently. Files are
 * compared by identity, not by the text of their paths.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isUrl } from '../../base/text/url-text.ts';
import { UsageError } from '../../errors.ts';
import type { ReadOptions, ReportOptions } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import type { StoreFlags } from '../options/store-options.ts';
import type { TargetChoice } from '../options/target-options.ts';
import { identitiesOf, isSameFile } from '../read/file-identity.ts';

interface Reading extends Pick<Call, 'settings'> {
  readonly files: readonly string[];
  readonly flags: ReadOptions & StoreFlags;
  readonly target?: TargetChoice | undefined;
}

/** All files that a command reads, with those of its store and its settings. `-` is standard input. */
export function filesRead({ files, flags, target, settings }: Reading): string[] {
  const { project, user } = settings.files;
  const { tokenFile, caFile } = target?.kind === 'remote' ? target : {};
  const named = [flags.mapFile, tokenFile, caFile, flags.storePasswordFile, project?.path, user?.path];
  // A command without a store must not replace one either. The store of a resumed run may not be that of the settings.
  const stores = [settings.findEvenIfExcluded('store')?.value, target?.kind === 'local' ? target.store : undefined];
  const folders = stores.filter((store) => typeof store === 'string' && store !== '' && !isUrl(store));
  return [
    ...files,
    ...named.filter((file) => file !== undefined),
    ...folders.flatMap((folder) => filesIn(String(folder))),
  ];
}

/** Throws a UsageError if a file that a command is to write belongs to its store or its settings. */
export async function refuseOwnFile(
  { settings, flags }: Pick<Call, 'settings' | 'flags'>,
  file: string,
): Promise<void> {
  for (const own of filesRead({ files: [], flags: flags as StoreFlags, settings })) {
    if (!(await isSameFile(own, file))) continue;
    throw new UsageError(`${file} belongs to the store or the settings of this command`, { hint: OTHER_FILE });
  }
}

const OTHER_FILE = 'Give the path of another file.';

/** A folder that cannot be listed is reported when the store is opened. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** The flags that name files to write. */
export type OutputFlags = ReportOptions & Pick<ReadOptions, 'saveMapping' | 'mapFile'>;

/** The errors for output files that collide with others, by their paths as given. */
export async function findCollisions(
  { rejects, report = [], saveMapping, mapFile }: OutputFlags,
  inputs: readonly string[],
): Promise<ReadonlyMap<string, UsageError>> {
  const taken = new Map<string, string>();
  for (const input of inputs)
    for (const identity of await identitiesOf(input))
      taken.set(identity, 'is read by this command, so what it holds would be lost');
  const files = report.filter((file) => file !== '-');
  // A mapping that is saved has all entries of the one that was read.
  const isUpdate = saveMapping !== undefined && mapFile !== undefined && (await isSameFile(saveMapping, mapFile));
  const mapping = isUpdate || saveMapping === '-' ? undefined : saveMapping;
  const outputs = [['--save-mapping', mapping], ['--rejects', rejects], ...files.map((file) => ['--report', file])];
  const collisions = new Map<string, UsageError>();
  for (const [flag, file] of outputs) {
    if (file === undefined) continue;
    const identities = await identitiesOf(file);
    const reason = identities.map((identity) => taken.get(identity)).find((found) => found !== undefined);
    const problem = `${flag}: ${file} ${reason}`;
    if (reason !== undefined) collisions.set(file, new UsageError(problem, { hint: OTHER_FILE }));
    else for (const identity of identities) taken.set(identity, 'is to be written twice');
  }
  return collisions;
}
