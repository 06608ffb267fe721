/** Changes a settings file. The whole new file is checked before it replaces the old one. */
import path from 'node:path';
import { hintOfNames } from '../../base/closest.ts';
import { mapPaths } from '../../base/text/url-text.ts';
import { UsageError } from '../../errors.ts';
import { writeFileAtomically } from '../../output/files/write-file.ts';
import { renderJson } from '../../output/formats/json.ts';
import { whileLocked } from '../../settings/change-lock.ts';
import { requireProfile } from '../../settings/settings.ts';
import {
  checkSettingsFile,
  readSettingsFile,
  type SettingsFile,
  type SettingsFiles,
  type SettingsLevel,
  trustedFiles,
} from '../../settings/settings-file.ts';
import {
  isSettingName,
  PROFILES_KEY,
  SETTING_NAMES,
  type SettingName,
  settingOf,
  TRUSTED_KEY,
} from '../../settings/table.ts';
import { trustDigest, trustKey, trustOf, valuesToTrust } from '../../settings/trust.ts';
import { faultOf, fromText } from '../../settings/value-types.ts';

export interface Change {
  readonly key: string;
  /** The value as typed. An empty value removes the setting. */
  readonly value: string;
  readonly level: SettingsLevel;
  readonly profile?: string | undefined;
}

export function requireSettingName(key: string): SettingName {
  if (isSettingName(key)) return key;
  throw new UsageError(`There is no setting ${JSON.stringify(key)}`, {
    hint: hintOfNames(key, SETTING_NAMES, 'settings'),
  });
}

export async function changeSetting(files: SettingsFiles, { key, value, level, profile }: Change): Promise<Changed> {
  const name = requireSettingName(key);
  const file = files.paths[level];
  if (file === undefined) {
    throw new UsageError(`There is no place for the file of the ${level}`, {
      hint: level === 'user' ? 'Set XDG_CONFIG_HOME or HOME.' : 'Change to a folder that is there.',
    });
  }
  const given = value === '' ? undefined : fileValue(name, value, file);
  const fault = given === undefined ? undefined : faultOf(settingOf(name).type, given);
  if (fault !== undefined)
    throw new UsageError(`The value cannot be used: ${name} ${fault}`, { hint: NOTHING_CHANGED });
  if (name === 'profile' && given !== undefined) requireProfile(value, `setting ${name}`, files);
  let wasTrusted = false;
  const isChanged = await changeFile(level, file, (before) => {
    wasTrusted =
      before === undefined || valuesToTrust(files, before).length === 0 || trustOf(files, before) === 'trusted';
    const json = before?.json ?? {};
    const values = profile === undefined ? json : (json[PROFILES_KEY] as Profiles | undefined)?.[profile];
    if (given === undefined && !Object.hasOwn(values ?? {}, name)) return undefined;
    return profile === undefined ? { ...json, [name]: given } : inProfile(json, profile, name, given);
  });
  // The user has made this change, so it takes no trust away.
  if (isChanged && wasTrusted && level === 'project') await keepTrust(files, file);
  const where = profile === undefined ? file : `${file} (profile ${profile})`;
  const removed = given === undefined && isChanged;
  const text = isChanged
    ? `${removed ? 'Removed' : 'Set'} ${name} ${removed ? 'from' : 'in'} ${where}.`
    : `${name} is not set in ${where}.`;
  return { done: { setting: name, file, profile: profile ?? null, removed }, text };
}

/** Changes a file under its lock. `change` gets its content, and returns the new one; `undefined` leaves it. */
function changeFile(
  level: SettingsLevel,
  file: string,
  change: (before: SettingsFile | undefined) => object | undefined,
): Promise<boolean> {
  return whileLocked(file, async () => {
    // Another process may have changed the file before it was locked.
    const changed = change(readSettingsFile(level, file));
    if (changed === undefined) return false;
    // The check reads the rendered text, since JSON drops the value of a removed setting.
    const text = renderJson(changed);
    checkSettingsFile(level, file, JSON.parse(text));
    await writeFileAtomically(file, text);
    return true;
  });
}

/** Trusts the present text of a file that the user has just changed. Without a place for it, the user is asked later. */
async function keepTrust(files: SettingsFiles, path: string): Promise<void> {
  const file = readSettingsFile('project', path);
  if (files.paths.user === undefined || file === undefined || valuesToTrust(files, file).length === 0) return;
  await changeTrust(files, { [trustKey(file)]: trustDigest(file) });
}

export async function changeTrust(
  { paths: { user } }: SettingsFiles,
  change: Readonly<Record<string, string | undefined>>,
) {
  if (user === undefined) {
    throw new UsageError('There is no place for the file of the user', { hint: 'Set XDG_CONFIG_HOME or HOME.' });
  }
  await changeFile('user', user, (before) => ({
    ...before?.json,
    [TRUSTED_KEY]: { ...(before && trustedFiles(before)), ...change },
  }));
}

const NOTHING_CHANGED = 'Nothing was changed.';

interface Changed {
  readonly done: {
    readonly setting: SettingName;
    readonly file: string;
    readonly profile: string | null;
    readonly removed: boolean;
  };
  /** The same in words. */
  readonly text: string;
}

type Profiles = Readonly<Record<string, object>>;

function inProfile(json: Readonly<Record<string, unknown>>, profile: string, name: SettingName, value: unknown) {
  const profiles = (json[PROFILES_KEY] ?? {}) as Profiles;
  const values = Object.hasOwn(profiles, profile) ? profiles[profile] : {};
  return { ...json, [PROFILES_KEY]: { ...profiles, [profile]: { ...values, [name]: value } } };
}

/** The value for the file. A typed path begins at the working folder, a path in a file at the folder of the file. */
function fileValue(name: SettingName, text: string, file: string): unknown {
  const { type } = settingOf(name);
  if (type !== 'path') return fromText(type, text);
  return mapPaths(text, (typed) => {
    if (path.isAbsolute(typed)) return typed;
    const full = path.resolve(typed);
    const relative = path.relative(path.dirname(file), full);
    return relative.startsWith('..') || path.isAbsolute(relative) ? full : relative || '.';
  });
}
