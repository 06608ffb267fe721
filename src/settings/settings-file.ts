/** Finds, reads and checks the files of settings: the values of their top level and of their profiles. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { hintOfNames } from '../base/closest.ts';
import type { Environment } from '../base/environment.ts';
import { isObject, type JsonObject } from '../base/json-value.ts';
import { mapPaths } from '../base/text/url-text.ts';
import type { UsageError } from '../errors.ts';
import { readSettingsJson, refused } from './read-file.ts';
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
import { faultOf, isName } from './value-types.ts';

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
    const fault = faultOf(type, value);
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
  return folder === workingFolder() ? value : mapPaths(value, (relative) => path.resolve(folder, relative));
}

/** The working folder; `undefined` if it was removed. */
function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
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
  readonly paths: { readonly project: string | undefined; readonly user: string | undefined };
}

export function readSettingsFiles(env: Environment): SettingsFiles {
  const folder = workingFolder();
  const project = folder === undefined ? undefined : findProjectFile(folder);
  const user = userFile(env);
  return {
    project,
    user: user === undefined || user === project?.path ? undefined : readSettingsFile('user', user),
    paths: { project: project?.path ?? (folder && path.join(folder, PROJECT_FILE)), user },
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
