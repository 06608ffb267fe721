/**
 * Finds the settings of a call. The first level that has a value decides: flags, the environment, the project's file,
 * the user's file, and the defaults.
 */

import { hintOfNames } from '../base/closest.ts';
import type { Environment } from '../base/environment.ts';
import { eitherOf } from '../base/text/either-of.ts';
import { UsageError } from '../errors.ts';
import {
  needsTrust,
  readSettingsFiles,
  type SettingsFile,
  type SettingsFiles,
  trustOf,
  type Values,
} from './settings-file.ts';
import { EXCLUSIVE_PAIRS, SETTING_NAMES, type SettingName, settingOf } from './table.ts';

/** A value of a setting, and its origin. */
export interface FoundValue {
  readonly value: unknown;
  readonly origin: string;
  readonly level: LevelName;
  /** The file that has the value. */
  readonly file?: string | undefined;
  /** False if the value counts only once the user trusts its file. */
  readonly isTrusted: boolean;
}

type LevelName = 'flag' | 'environment' | 'project' | 'user' | 'default';

export interface UntrustedValue {
  readonly name: SettingName;
  readonly value: unknown;
}

interface ActiveProfile extends FoundValue {
  readonly name: string;
  readonly isProtected: boolean;
}

export interface Settings {
  readonly files: SettingsFiles;
  /** Throws a UsageError if no file has the chosen profile, as all functions below do. */
  readonly profile: ActiveProfile | undefined;
  /**
   * Returns the value that is used. If two settings exclude each other, only the one on the higher level has a value.
   */
  find(name: SettingName): FoundValue | undefined;
  /** Returns the value even if another setting excludes it. */
  findEvenIfExcluded(name: SettingName): FoundValue | undefined;
  /** Returns the value in the files, without flags, the environment and defaults. */
  findInFiles(name: SettingName): FoundValue | undefined;
  /** The first of these settings whose value comes from a project's file that the user does not trust. */
  findUntrusted(names: readonly SettingName[]): UntrustedValue | undefined;
}

/** The values that one place gives: the flags, the environment, a profile or the top level of a file, the defaults. */
interface Level {
  readonly values: ReadonlyMap<SettingName, FoundValue>;
  /** Whether this level is a profile that a flag or the environment names. */
  readonly isChosen?: boolean | undefined;
}

export interface Given {
  readonly env: Environment;
  /** The values of flags. */
  readonly flags: ReadonlyMap<SettingName, unknown>;
  /** The origin of the flags, if they are not from the command line. */
  readonly origin?: string | undefined;
}

/** Reads the files immediately. Throws a UsageError if one of them has a fault. */
export function readSettings(given: Given): Settings {
  const files = readSettingsFiles(given.env);
  let found: ReturnType<typeof resolveLevels> | undefined;
  const resolve = () => {
    found ??= resolveLevels(given, files);
    return found;
  };
  const find = (name: SettingName, counts: (one: FoundValue) => boolean = () => true) =>
    resolve()
      .levels.flatMap(({ values }) => values.get(name) ?? [])
      .find(counts);
  return {
    files,
    get profile() {
      return resolve().profile;
    },
    find: (name) => findDecided(resolve().levels, name),
    findEvenIfExcluded: (name) => find(name),
    findInFiles: (name) => find(name, ({ file }) => file !== undefined),
    findUntrusted: (names) =>
      names
        .flatMap((name) => {
          // Another level may have decided the target with the other setting of a pair.
          const pair = EXCLUSIVE_PAIRS.find((both) => both.includes(name) && both.every((one) => names.includes(one)));
          const level = resolve().levels.find(({ values }) => (pair ?? [name]).some((one) => values.has(one)));
          return { name, found: level?.values.get(name) };
        })
        .map(({ name, found }) => (found?.isTrusted === false ? { name, value: found.value } : undefined))
        .find((one) => one !== undefined),
  };
}

function resolveLevels({ env, flags, origin }: Given, files: SettingsFiles) {
  const above = [
    levelOf('flag', [...flags], (name) => origin ?? `flag ${settingOf(name).flag}`),
    levelOf('environment', fromTable('env', env), (name) => `environment ${settingOf(name).env}`),
  ];
  const all = [files.project, files.user].filter((file) => file !== undefined);
  const inFile = (file: SettingsFile, values: Values, where?: string) => fileLevel(files, file, values, where);
  const chosen = [...above, ...all.map((file) => inFile(file, file.top))]
    .map(({ values }) => values.get('profile'))
    .find((found) => found !== undefined);
  const profile = chosen && activate(chosen, all);
  const isChosen = profile?.level === 'flag' || profile?.level === 'environment';
  // The active profile of a file comes before its top level.
  const below = all.flatMap((file) => {
    const own = profile && file.profiles.get(profile.name);
    const ofProfile = own ? [{ ...inFile(file, own, ` (profile ${profile.name})`), isChosen }] : [];
    return [...ofProfile, inFile(file, file.top)];
  });
  return { profile, levels: [...above, ...below, levelOf('default', fromTable('default'), () => 'default')] };
}

/** The values of the environment, or the defaults. An empty variable counts as absent. */
function fromTable(column: 'env' | 'default', env?: Environment): (readonly [SettingName, unknown])[] {
  return SETTING_NAMES.flatMap((name) => {
    const text = settingOf(name)[column];
    const value = text && env ? env[text] : text;
    return value ? [[name, value] as const] : [];
  });
}

function levelOf(
  level: LevelName,
  values: readonly (readonly [SettingName, unknown])[],
  originOf: (name: SettingName) => string,
): Level {
  const found = values.map(([name, value]) => {
    return [name, { value, origin: originOf(name), level, isTrusted: true }] as const;
  });
  return { values: new Map(found) };
}

function fileLevel(files: SettingsFiles, file: SettingsFile, values: Values, where = ''): Level {
  const { level, path } = file;
  const found = [...values].map(([name, value]) => {
    const isTrusted = !needsTrust(files, file, name, value) || trustOf(files, file) === 'trusted';
    return [name, { value, origin: `${level} ${path}${where}`, level, file: path, isTrusted }] as const;
  });
  return { values: new Map(found) };
}

/** If two settings exclude each other, the first level that has one of them decides. */
function findDecided(levels: readonly Level[], name: SettingName): FoundValue | undefined {
  const pair = EXCLUSIVE_PAIRS.find((names) => names.includes(name)) ?? [name];
  const having = levels.flatMap(({ values, isChosen = false }) => {
    const found = pair.flatMap((one) => values.get(one) ?? []);
    return found[0] === undefined ? [] : [{ values, isChosen, found, first: found[0] }];
  });
  const [top, ...lower] = having;
  if (top === undefined) return undefined;
  const [one, other] = top.found;
  if (one !== undefined && other !== undefined) throw bothGiven(one, other);
  const overruled = top.first.file !== undefined && !top.isChosen && lower.find(({ isChosen }) => isChosen);
  if (pair.length > 1 && overruled) throw profileOverruled(pair, top.first, overruled.first);
  return top.values.get(name);
}

/** A user who names a profile expects its target. So it is an error if a higher level has another target. */
function profileOverruled(pair: readonly SettingName[], above: FoundValue, chosen: FoundValue): UsageError {
  return new UsageError(`${eitherOf(pair)}: ${above.origin} comes before ${chosen.origin}`, {
    hint: 'Name it in a profile of the project as well, give it by a flag, or take it out of one of the files.',
  });
}

/** The error if flags or the environment have both settings of a pair. A file with both is refused when it is read. */
function bothGiven(one: FoundValue, other: FoundValue): UsageError {
  const nameOf = ({ origin, level }: FoundValue) => origin.slice(level.length + 1);
  return new UsageError(`Give either ${nameOf(one)} or ${nameOf(other)}: a command sends to one place`, {
    hint: `Leave ${nameOf(other)} out to send to the remote platform.`,
  });
}

function activate(chosen: FoundValue, files: readonly SettingsFile[]): ActiveProfile {
  const name = String(chosen.value);
  const own = files.flatMap(({ profiles }) => profiles.get(name) ?? []);
  if (own.length > 0) return { ...chosen, name, isProtected: own.some((values) => values.get('protected') === true) };
  const flag = chosen.level === 'user' ? ' --user' : '';
  throw noProfile(chosen, files, chosen.file && ` To choose none: examctl config set profile ""${flag}`);
}

/** Throws a UsageError if no file has the profile. */
export function requireProfile(name: string, origin: string, { project, user }: SettingsFiles): void {
  const files = [project, user].filter((file) => file !== undefined);
  if (!files.some(({ profiles }) => profiles.has(name))) throw noProfile({ value: name, origin }, files);
}

function noProfile(
  { value, origin }: Pick<FoundValue, 'value' | 'origin'>,
  files: readonly SettingsFile[],
  remedy = '',
): UsageError {
  const known = [...new Set(files.flatMap(({ profiles }) => [...profiles.keys()]))];
  const hint = known.length === 0 ? 'No file of settings has profiles.' : hintOfNames(String(value), known, 'profiles');
  return new UsageError(`There is no profile ${JSON.stringify(value)} (${origin})`, {
    hint: hint + remedy,
  });
}
