/**
 * Finds, reads and checks the files of settings: the values of their top level and of their profiles. Somebody else may
 * have written the file of a project: it may come with an archive or a clone. So what it says about where data goes, or
 * lets more through, counts only once the user has trusted this text of the file.
 */

import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { hintOfNames } from '../base/closest.ts';
import type { Environment } from '../base/environment.ts';
import { isObject, type JsonObject } from '../base/json-value.ts';
import { isUrl, mapPaths } from '../base/text/url-text.ts';
import type { UsageError } from '../errors.ts';
import { readSettingsJson, refused } from './file-access.ts';
import {
  EXCLUSIVE_PAIRS,
  isSettingName,
  PROFILES_KEY,
  PROJECT_FILE,
  SCHEMA_KEY,
  SETTING_NAMES,
  type SettingName,
  settingOf,
  TRUSTED_KEY,
} from './table.ts';
import { isName, VALUE_TYPES } from './value-types.ts';

export type SettingsLevel = 'project' | 'user';

/** The values of settings. Relative paths are already absolute. */
export type Values = ReadonlyMap<SettingName, unknown>;

export interface SettingsFile {
  readonly level: SettingsLevel;
  readonly path: string;
  readonly top: Values;
  readonly profiles: ReadonlyMap<string, Values>;
  /** The content of the file, for changes. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** What `trusted` holds: digests of project files, by path. */
export type TrustedFiles = Readonly<Record<string, string>>;

export function trustedFiles({ json }: Pick<SettingsFile, 'json'>): TrustedFiles {
  return (json[TRUSTED_KEY] ?? {}) as TrustedFiles;
}

/** Returns `undefined` if the file does not exist. */
export function readSettingsFile(level: SettingsLevel, file: string): SettingsFile | undefined {
  const json = readSettingsJson(file);
  return json === undefined ? undefined : checkSettingsFile(level, file, json);
}

/** Throws a UsageError about the first fault. */
export function checkSettingsFile(level: SettingsLevel, file: string, json: unknown): SettingsFile {
  const object = requireObject(file, 'does not hold an object', json);
  const { [PROFILES_KEY]: profiles = {}, [SCHEMA_KEY]: _, ...rest } = object;
  const { [TRUSTED_KEY]: trusted = {}, ...ofUser } = rest;
  if (level === 'user') requireObject(file, `has no object as ${TRUSTED_KEY}`, trusted);
  const top = level === 'user' ? ofUser : rest;
  const valuesOf = (given: object, where: string, place: Place) => readValues({ level, file, where, place }, given);
  const entries = Object.entries(requireObject(file, `has no object as ${PROFILES_KEY}`, profiles));
  const read = entries.map(([name, profile]) => {
    if (!isName(name)) throw refused(file, `names a profile ${shown(name)}`, 'A name has letters, digits, . _ and -.');
    const values = requireObject(file, `has a profile ${name} that is no object`, profile);
    return [name, valuesOf(values, `profile ${name}`, 'profile')] as const;
  });
  return { level, path: file, json: object, top: valuesOf(top, 'top level', 'top'), profiles: new Map(read) };
}

function requireObject(file: string, problem: string, value: unknown): JsonObject {
  if (isObject(value)) return value;
  throw refused(file, problem);
}

type Place = 'top' | 'profile';

interface Part {
  readonly level: SettingsLevel;
  readonly file: string;
  readonly where: string;
  readonly place: Place;
}

function readValues({ level, file, where, place }: Part, given: object): Values {
  const values = new Map<SettingName, unknown>();
  for (const [name, value] of Object.entries(given)) {
    if (!isSettingName(name)) throw refused(file, `has an unknown key ${shown(name)} (${where})`, adviceFor(name));
    const { type, only = place, inProject } = settingOf(name);
    if (level === 'project' && inProject === 'refused') throw refusedInProject(file, name, where);
    if (only !== place) {
      const right = only === 'top' ? 'It belongs at the top level.' : 'It belongs in a profile.';
      throw refused(file, `has ${name} in the wrong place (${where})`, right);
    }
    const fault = VALUE_TYPES[type].faultOf(value);
    if (fault !== undefined) throw refused(file, `has a value that cannot be used: ${name} ${fault} (${where})`);
    values.set(name, asAbsolute(type, file, value));
  }
  for (const [one, other] of EXCLUSIVE_PAIRS) {
    if (!values.has(one) || !values.has(other)) continue;
    throw refused(file, `has both ${one} and ${other} (${where})`, 'Keep one of them, or put them into two profiles.');
  }
  return values;
}

/** Others may have written a file of the project, so it runs no program and names no file with a secret. */
function refusedInProject(file: string, name: SettingName, where: string): UsageError {
  const { flag } = settingOf(name);
  return refused(
    file,
    `has ${name} (${where}), which the file of a project must not have`,
    `Remove it there, and set it in your own file: examctl config set ${name} VALUE --user${flag ? `; or give ${flag}` : ''}.`,
  );
}

/** Makes a path absolute, or those in the address of a database. They stay relative if the file is in the working folder. */
function fromFolderOf(file: string, value: string): string {
  const folder = path.dirname(file);
  return folder === process.cwd() ? value : mapPaths(value, (relative) => path.resolve(folder, relative));
}

const MAX_SHOWN = 40;

/** A key may be a token that was pasted in the wrong place: a long one is not shown. */
function shown(key: string): string {
  return key.length > MAX_SHOWN ? `of ${key.length} characters` : JSON.stringify(key);
}

function adviceFor(key: string): string {
  if (/token|passw|secret|credential|api-?key|authorization/i.test(key)) {
    return 'A secret does not belong in this file: name a tokenFile or a tokenCommand, or set EXAMCTL_TOKEN.';
  }
  return hintOfNames(key, [...SETTING_NAMES, PROFILES_KEY], 'keys');
}

/** Relative paths begin at the folder of the settings file. */
function asAbsolute(type: string, file: string, value: unknown): unknown {
  if (type === 'path') return fromFolderOf(file, value as string);
  if (type !== 'files') return value;
  const entries = Object.entries(value as Readonly<Record<string, string>>);
  return Object.fromEntries(entries.map(([name, path]) => [name, fromFolderOf(file, path)]));
}

/** The search ends at a folder that contains this one: the root of a repository. */
const REPOSITORY = '.git';

export interface SettingsFiles {
  readonly project?: SettingsFile | undefined;
  readonly user?: SettingsFile | undefined;
  /** The path of each file, or the path where it would be created. */
  readonly paths: { readonly project: string; readonly user: string | undefined };
}

export function readSettingsFiles(env: Environment): SettingsFiles {
  const project = findProjectFile(process.cwd());
  const user = userFile(env);
  return {
    project,
    user: user === undefined || user === project?.path ? undefined : readSettingsFile('user', user),
    paths: { project: project?.path ?? path.resolve(PROJECT_FILE), user },
  };
}

/** Finds the nearest file from the working folder upwards, up to the root of the repository or of the file system. */
export function findProjectFile(start: string): SettingsFile | undefined {
  for (let folder = start; ; folder = path.dirname(folder)) {
    const file = readSettingsFile('project', path.join(folder, PROJECT_FILE));
    if (file !== undefined) return file;
    if (path.dirname(folder) === folder || existsSync(path.join(folder, REPOSITORY))) return undefined;
  }
}

/** The file in the XDG folder. A relative XDG folder is ignored, as the XDG specification says. */
function userFile(env: Environment): string | undefined {
  const { XDG_CONFIG_HOME: xdg, APPDATA: appData, HOME: home } = env;
  const folder = [xdg, process.platform === 'win32' ? appData : undefined, home && path.join(home, '.config')].find(
    (candidate) => candidate !== undefined && path.isAbsolute(candidate),
  );
  return folder && path.join(folder, 'examctl', 'config.json');
}

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
  // Most folders have no project's file, and commands there start without this module.
  const { createHash } = process.getBuiltinModule('node:crypto');
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
