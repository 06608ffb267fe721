/** Opens the record of a run: a new one, or that of a run that is resumed or retried. */

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ownValue } from '../../base/own-value.ts';
import { FILE_PARAMETERS, isUrl } from '../../base/text/url-text.ts';
import { UsageError } from '../../errors.ts';
import { filesBehind } from '../../input/roster/package.ts';
import type { Target } from '../../model/target.ts';
import { findChange, fingerprintFiles } from '../../runs/record/fingerprint.ts';
import { RECORD_VERSION, type RunHeader } from '../../runs/record/lines.ts';
import { recordPath } from '../../runs/record/list-records.ts';
import { continueRunRecord, createRunRecord } from '../../runs/record/write-record.ts';
import type { RunRecord } from '../../runs/run-record.ts';
import { type BulkFlags, SAVED_FLAGS } from '../options/bulk-options.ts';
import type { TargetChoice } from '../options/target-options.ts';
import { proofOf, rememberFor, runsFolder, storeIdOf } from '../target/runs-there.ts';
import type { BulkCommand } from './command.ts';

export async function openRunRecord<R>(command: BulkCommand<R>, run: string, target: Target): Promise<RunRecord> {
  const { kind, where } = target;
  const remember = rememberFor(target, command.remembers);
  const path = recordPath(runsFolder(command.context.env), run);
  if (command.continuing !== undefined) {
    const { state, mode, lock, force, isDone } = command.continuing;
    if (!isDone) requireOwnHost(command, target, state.header);
    const change = await findChange(state.header.inputs ?? []);
    if (change !== undefined && isDone) throw nothingLeft(run, mode, change);
    if (change !== undefined && !force) throw change;
    return continueRunRecord(path, { state, mode, lock, isInputChanged: change !== undefined, remember });
  }
  const inputs = await fingerprintFiles(await inputsOf(command));
  const header: RunHeader = {
    type: 'run',
    version: RECORD_VERSION,
    run,
    at: new Date().toISOString(),
    cwd: process.cwd(),
    command: command.name,
    target: { kind, where },
    proof: proofOf(target),
    storeId: await storeIdOf(command),
    options: {
      ...saveOptions(command),
      ...(await saveTarget(command.target)),
      profile: command.settings.profile?.name,
    },
    inputs: inputs?.length ? inputs : undefined,
  };
  return createRunRecord(path, header, remember);
}

/**
 * Records are in the working folder, where somebody else may have put one. So its host gets the token only if the record
 * was made with this token, or if the call names the host.
 */
function requireOwnHost<R>({ given }: BulkCommand<R>, target: Target, { run, proof }: RunHeader): void {
  if (proof === proofOf(target) || given.some(({ flag }) => flag === '--base-url')) return;
  throw new UsageError(`Run ${run} was not made with this token, so it does not decide where the token is sent`, {
    hint: `If the host is right, name it: --base-url ${target.where}`,
  });
}

/** The error for a finished run whose input has changed. Its report cannot be made again from another input. */
function nothingLeft(run: string, mode: string, { message, hint }: UsageError): UsageError {
  return new UsageError(`Run ${run} has nothing left to ${mode}, and ${message}`, { hint });
}

/** The options as JSON, without those of this call only, such as the files to write. */
function saveOptions<R>({ saved, flags }: BulkCommand<R>): Readonly<Record<string, unknown>> {
  const { map, set, defaults } = flags;
  const maps = Object.entries({ map, set, defaults })
    .filter(([, entries]) => entries !== undefined && entries.size > 0)
    .map(([name, entries]) => [name, [...(entries ?? [])]]);
  const single = SAVED_FLAGS.map((name) => [name, ownValue(flags, name)]);
  return { ...saved, flags: Object.fromEntries([...single, ...maps]) };
}

/**
 * The options of the target that its name lacks. A record never contains a token or a password, but it may contain the
 * name of a file that has one. Each call says itself that a token may go in the clear.
 */
async function saveTarget(target: TargetChoice): Promise<{ readonly remote?: object; readonly database?: string }> {
  if (target.kind === 'local') return isUrl(target.store) ? { database: await databaseOf(target.store) } : {};
  const { kind: _kind, baseUrl: _where, insecureHttp: _, ...remote } = target;
  const [tokenFile, caFile] = [await lastingFile(remote.tokenFile), await lastingFile(remote.caFile)];
  return { remote: { ...remote, tokenFile, caFile } };
}

/** The address of a database with its user and the absolute paths of its files. An address with a password is refused before. */
async function databaseOf(store: string): Promise<string> {
  const url = new URL(store);
  url.password = '';
  for (const name of FILE_PARAMETERS) {
    const file = await lastingFile(url.searchParams.get(name) ?? undefined);
    if (file === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, resolve(file));
  }
  return url.href;
}

/** The path, unless it names a pipe, such as that of `<(command)`: a later command has another one, or none. */
async function lastingFile(file: string | undefined): Promise<string | undefined> {
  const stats = file === undefined ? undefined : await stat(file).catch(() => undefined);
  return stats === undefined || stats.isFile() ? file : undefined;
}

/** Maps are saved as lists of pairs. */
type SavedMaps = { readonly [K in 'map' | 'set' | 'defaults']?: readonly (readonly [string, string])[] };

/** Merges saved flags with those of the current call, which take precedence. */
export function restoreFlags(saved: unknown, now: BulkFlags): BulkFlags {
  const { map, set, defaults, ...then } = (saved ?? {}) as Omit<BulkFlags, keyof SavedMaps> & SavedMaps;
  const mapOf = (entries: SavedMaps[keyof SavedMaps]) => entries && new Map(entries);
  const maps = { map: mapOf(map), set: mapOf(set), defaults: mapOf(defaults) };
  return { ...then, ...maps, ...now };
}

/** All files on whose content a run depends; none if its records come from no file. */
async function inputsOf<R>({ files }: BulkCommand<R>): Promise<string[]> {
  return (await Promise.all(files.map(filesBehind))).flat();
}
