/**
 * What a project's file needs trust for. Somebody else may have written the file: it may come with an archive or a clone.
 * So what decides where data goes, or lets more through, counts only once the user has trusted this text of the file.
 */

import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { isUrl } from '../base/text/url-text.ts';
import { type SettingsFile, type SettingsFiles, trustedFiles, type Values } from './settings-file.ts';
import { type SettingName, settingOf } from './table.ts';

type Files = Pick<SettingsFiles, 'user'>;

/** Whether a value in a file counts only if the user trusts the file. */
export function needsTrust({ user }: Files, { level, path: file }: SettingsFile, name: SettingName, value: unknown) {
  if (level !== 'project' || settingOf(name).inProject !== 'trusted') return false;
  if (name === 'store') return !isBelow(path.dirname(file), String(value));
  // A profile of the project itself has values that are judged one by one.
  return name !== 'profile' || user?.profiles.has(String(value)) === true;
}

interface ValueToTrust {
  readonly name: SettingName;
  readonly value: unknown;
  /** The profile that has the value; absent at the top level. */
  readonly profile?: string | undefined;
}

export function valuesToTrust(files: Files, file: SettingsFile): ValueToTrust[] {
  const valuesOf = (values: Values, profile?: string) =>
    [...values]
      .filter(([name, value]) => needsTrust(files, file, name, value))
      .map(([name, value]) => ({ name, value, profile }));
  return [...valuesOf(file.top), ...[...file.profiles].flatMap(([profile, values]) => valuesOf(values, profile))];
}

/** `changed`: the user has trusted another text of the same file. */
export function trustOf({ user }: Files, file: SettingsFile): 'trusted' | 'changed' | 'unknown' {
  const trusted = new Map(Object.entries(user === undefined ? {} : trustedFiles(user))).get(trustKey(file));
  if (trusted === undefined) return 'unknown';
  return trusted === trustDigest(file) ? 'trusted' : 'changed';
}

/** The path under which trust is remembered: the same for all links to the file. */
export function trustKey({ path: file }: Pick<SettingsFile, 'path'>): string {
  return realpathSync(file);
}

export function trustDigest({ json }: Pick<SettingsFile, 'json'>): string {
  return createHash('sha256').update(JSON.stringify(json)).digest('hex');
}

/** Whether a folder, which need not exist yet, is within another one. Links are followed. */
function isBelow(folder: string, value: string): boolean {
  if (isUrl(value)) return false;
  const relative = path.relative(realpathSync(folder), realPathOf(path.resolve(value)));
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function realPathOf(target: string): string {
  try {
    return realpathSync(target);
  } catch {
    const parent = path.dirname(target);
    return parent === target ? target : path.join(realPathOf(parent), path.basename(target));
  }
}
