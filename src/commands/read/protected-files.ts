/**
 * The files that a command names. It never writes a file that it reads, and writes no file twice: content would be lost
 * silently. Files are compared by identity, not by the text of their paths. `-` is standard input.
 */
import { type BigIntStats, existsSync, fstatSync, readdirSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { refuseSpecialFile } from '../../output/files/write-file.ts';
import { isRunFile } from '../../runs/record/list-records.ts';
import { SETTING_NAMES, settingOf } from '../../settings/table.ts';
import type { ReadOptions, ReportOptions } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import { confirmWrite, type StoreFlags, type TargetChoice } from '../options/target-options.ts';
import { runsFolder } from '../target/runs-there.ts';

interface Reading extends Pick<Call, 'context' | 'settings'> {
  readonly files: readonly string[];
  readonly flags: ReadOptions & StoreFlags & { readonly pinFile?: string | undefined };
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
  const flagged = [flags.storePasswordFile, flags.pinFile, flags.caFile, tokenFile, caFile];
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

/**
 * Asks before a command replaces a file that may contain work of the user, or the only copy of a state. Without a terminal, an existing file stays unless `--yes` is given. A file for which
 * `isReplaceable` returns true is replaced without a question. Returns whether the file is there.
 * A file of the store or of the settings is refused.
 */
export async function confirmNewFile(
  call: Call,
  file: string,
  isReplaceable: (file: string) => Promise<boolean> = async () => false,
): Promise<boolean> {
  await refuseSpecialFile(file);
  await refuseOwnFile(call, file);
  const exists = existsSync(file);
  if (!exists || call.global.yes || (await isReplaceable(file))) return exists;
  const { confirmOrStop, prompterOrUsageError } = await import('../options/confirm.ts');
  const missing = `${file} is there already; nothing was written`;
  const prompter = await prompterOrUsageError(call, missing, 'Name another file, or add --yes to replace it.');
  await confirmOrStop(prompter, call.global, `Replace ${file}?`);
  return true;
}

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

const NAMES: ReadonlySet<string> = new Set(['-', '/dev/stdin', '/dev/tty']);

/** Whether a file is standard input, or the terminal that it usually is. */
export function isStandardInput(file: string): boolean {
  return NAMES.has(file);
}

/** Says that the command waits for the terminal: it looks the same as one that works. */
export function sayItWaits({ context, output }: Pick<Call, 'context' | 'output'>, file: string): void {
  if (isStandardInput(file) && context.stdin.isTTY) output.note('Reading from the terminal; end with Ctrl-D.');
}

/** To be called before a command that writes reads its only file. What must be confirmed is not asked for afterwards. */
export async function beginReading(call: Call, file: string): Promise<void> {
  if (!isStandardInput(file)) return;
  call.output.takeInput();
  await confirmWrite(call);
  sayItWaits(call, file);
}
