/** Changes a settings file. The whole new file is checked before it replaces the old one. */
import path from 'node:path';
import { hintOfNames } from '../../base/closest.ts';
import { mapPaths, withoutCredentials } from '../../base/text/url-text.ts';
import { UsageError } from '../../errors.ts';
import { writeFileAtomically } from '../../output/files/write-file.ts';
import { renderJson } from '../../output/formats/json.ts';
import { canAsk } from '../../output/terminal/prompts.ts';
import { whileLocked } from '../../settings/file-access.ts';
import { requireProfile, type Settings, type UntrustedValue } from '../../settings/settings.ts';
import {
  checkSettingsFile,
  findProjectFile,
  readSettingsFile,
  type SettingsFile,
  type SettingsFiles,
  type SettingsLevel,
  trustDigest,
  trustedFiles,
  trustKey,
  trustOf,
  valuesToTrust,
} from '../../settings/settings-file.ts';
import {
  isSettingName,
  PROFILES_KEY,
  PROJECT_FILE,
  SETTING_NAMES,
  type SettingName,
  settingOf,
  TRUSTED_KEY,
} from '../../settings/table.ts';
import { fromText, VALUE_TYPES } from '../../settings/value-types.ts';
import type { Call } from './call.ts';
import type { Writing } from './confirm.ts';
import { presentDone } from './present-result.ts';

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
  if (file === undefined) throw noPlace();
  const given = value === '' ? undefined : fileValue(name, value, file);
  const fault = given === undefined ? undefined : VALUE_TYPES[settingOf(name).type].faultOf(given);
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
  if (user === undefined) throw noPlace();
  await changeFile('user', user, (before) => ({
    ...before?.json,
    [TRUSTED_KEY]: { ...(before && trustedFiles(before)), ...change },
  }));
}

function noPlace(): UsageError {
  return new UsageError('There is no place for the file of the user', { hint: 'Set XDG_CONFIG_HOME or HOME.' });
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

/**
 * Asks at a terminal whether the user trusts the project's file, also with --yes. Throws a UsageError if the answer is no,
 * and where no question is possible.
 */
export async function requireTrust(call: Writing, found: UntrustedValue): Promise<void> {
  const { context, output, global, settings } = call;
  const { project } = settings.files;
  if (project === undefined) return;
  const hasChanged = trustOf(settings.files, project) === 'changed';
  const untrusted = `${project.path} ${hasChanged ? 'has changed since you trusted it' : 'is not trusted'}`;
  if (!canAsk(output, global.mayAsk)) throw notTrusted(untrusted, settings, found);
  const prompter = await context.openPrompter(output);
  output.note([`${untrusted}. It says:`, ...shownValues(settings.files, project)].join('\n'));
  if (!(await prompter.confirm('Trust this file?'))) throw notTrusted(untrusted, settings, found);
  await changeTrust(settings.files, { [trustKey(project)]: trustDigest(project) });
}

function notTrusted(untrusted: string, { files }: Settings, { name, value }: UntrustedValue): UsageError {
  const { flag, env } = settingOf(name);
  const trust = files.paths.user === undefined ? '' : `, or trust the file: examctl config trust`;
  return new UsageError(`${untrusted}, and it says ${shownValue(name, value)}`, {
    hint: `Give ${[flag, env].filter((one) => one !== undefined).join(' or ')}${trust}.`,
  });
}

/** The values of a project's file that need trust, a line each. */
function shownValues(files: SettingsFiles, file: SettingsFile): string[] {
  return valuesToTrust(files, file).map(({ name, value, profile }) => {
    return `  ${shownValue(name, value)}${profile === undefined ? '' : ` (profile ${profile})`}`;
  });
}

function shownValue(name: SettingName, value: unknown): string {
  return `${name} ${typeof value === 'string' ? withoutCredentials(value) : JSON.stringify(value)}`;
}

export async function trustProject(call: Call, dir: string): Promise<void> {
  const file = requireProjectFile(dir);
  const values = shownValues(call.settings.files, file);
  await changeTrust(call.settings.files, { [trustKey(file)]: trustDigest(file) });
  const what = values.length === 0 ? ['It says nothing that needs trust.'] : values;
  await presentDone(call, 'config trust', { file: file.path }, [`${file.path} is trusted:`, ...what].join('\n'));
}

export async function untrustProject(call: Call, dir: string): Promise<void> {
  const file = requireProjectFile(dir);
  const wasTrusted = trustOf(call.settings.files, file) !== 'unknown';
  if (wasTrusted) await changeTrust(call.settings.files, { [trustKey(file)]: undefined });
  const text = `${file.path} is ${wasTrusted ? 'no longer' : 'not'} trusted.`;
  await presentDone(call, 'config untrust', { file: file.path, removed: wasTrusted }, text);
}

function requireProjectFile(dir: string): SettingsFile {
  const file = findProjectFile(path.resolve(dir));
  if (file !== undefined) return file;
  throw new UsageError(`There is no ${PROJECT_FILE} in ${path.resolve(dir)} or above it`);
}
