/**
 * Finds the settings of a call. The first level that has a value decides: flags, the environment, the project's file,
 * the user's file, and the defaults.
 */

import { hintOfNames } from '../base/closest.ts';
import type { Environment } from '../base/environment.ts';
import { eitherOf } from '../base/text/either-of.ts';
import { UsageError } from '../errors.ts';
import { readSettingsFiles, type SettingsFile, type SettingsFiles, type Values } from './settings-file.ts';
import { EXCLUSIVE_PAIRS, SETTING_NAMES, type SettingName, settingOf } from './table.ts';
import { needsTrust, trustOf } from './trust.ts';

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

interface Level {
  readonly name: LevelName;
  readonly values: ReadonlyMap<SettingName, unknown>;
  readonly originOf: (name: SettingName) => string;
  readonly file?: string | undefined;
  /** Absent if all values of the level can be trusted. */
  readonly isTrusted?: ((name: SettingName, value: unknown) => boolean) | undefined;
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
  return {
    files,
    get profile() {
      return resolve().profile;
    },
    find: (name) => findDecided(resolve().levels, name),
    findEvenIfExcluded: (name) => firstOf(resolve().levels, name),
    findInFiles: (name) =>
      firstOf(
        resolve().levels.filter(({ file }) => file !== undefined),
        name,
      ),
    findUntrusted: (names) => {
      if (names.length === 0) return undefined;
      const { levels } = resolve();
      const found = names.flatMap((name) => {
        // Another level may have decided the target with the other setting of a pair.
        const pair = EXCLUSIVE_PAIRS.find((both) => both.includes(name) && both.every((one) => names.includes(one)));
        const level = levels.find(({ values }) => (pair ?? [name]).some((one) => values.has(one)));
        const value = level && firstOf([level], name);
        return value?.isTrusted === false ? [{ name, value: value.value }] : [];
      });
      return found[0];
    },
  };
}

function resolveLevels({ env, flags, origin }: Given, files: SettingsFiles) {
  const above = [flagLevel(flags, origin), environmentLevel(env)];
  const all = [files.project, files.user].filter((file) => file !== undefined);
  const levelOf = (file: SettingsFile, values: Values, where?: string) => fileLevel(files, file, values, where);
  const chosen = firstOf([...above, ...all.map((file) => levelOf(file, file.top))], 'profile');
  const profile = chosen && activate(chosen, all);
  const below = all.flatMap((file) => levelsOf(file, profile, levelOf));
  return { profile, levels: [...above, ...below, DEFAULTS] };
}

function flagLevel(values: Level['values'], origin: string | undefined): Level {
  return { name: 'flag', values, originOf: (name) => origin ?? `flag ${settingOf(name).flag}` };
}

/** An empty variable counts as absent. */
function environmentLevel(env: Environment): Level {
  const values = SETTING_NAMES.flatMap((name) => {
    const value = env[settingOf(name).env ?? ''];
    return value ? ([[name, value]] as const) : [];
  });
  return { name: 'environment', values: new Map(values), originOf: (name) => `environment ${settingOf(name).env}` };
}

const DEFAULTS: Level = {
  name: 'default',
  values: new Map(SETTING_NAMES.flatMap((name) => defaultOf(name))),
  originOf: () => 'default',
};

function defaultOf(name: SettingName): [SettingName, unknown][] {
  const { default: value } = settingOf(name);
  return value === undefined ? [] : [[name, value]];
}

/** The levels of a file: the active profile comes before the top level. */
function levelsOf(
  file: SettingsFile,
  profile: ActiveProfile | undefined,
  levelOf: (file: SettingsFile, values: Values, where?: string) => Level,
): Level[] {
  const own = profile && file.profiles.get(profile.name);
  const isChosen = profile?.level === 'flag' || profile?.level === 'environment';
  const ofProfile = own ? [{ ...levelOf(file, own, ` (profile ${profile.name})`), isChosen }] : [];
  return [...ofProfile, levelOf(file, file.top)];
}

function fileLevel(files: SettingsFiles, file: SettingsFile, values: Values, where = ''): Level {
  const { level, path } = file;
  const isTrusted = (name: SettingName, value: unknown) =>
    !needsTrust(files, file, name, value) || trustOf(files, file) === 'trusted';
  return { name: level, values, file: path, isTrusted, originOf: () => `${level} ${path}${where}` };
}

function firstOf(levels: readonly Level[], name: SettingName): FoundValue | undefined {
  const level = levels.find(({ values }) => values.has(name));
  if (level === undefined) return undefined;
  const value = level.values.get(name);
  const isTrusted = level.isTrusted?.(name, value) ?? true;
  return { value, origin: level.originOf(name), level: level.name, file: level.file, isTrusted };
}

/** If two settings exclude each other, the first level that has one of them decides. */
function findDecided(levels: readonly Level[], name: SettingName): FoundValue | undefined {
  const pair = EXCLUSIVE_PAIRS.find((names) => names.includes(name));
  if (pair === undefined) return firstOf(levels, name);
  const [level, ...lower] = levels.filter(({ values }) => pair.some((one) => values.has(one)));
  if (level === undefined) return undefined;
  if (pair.every((one) => level.values.has(one))) throw bothGiven(pair, level);
  const overruled = level.file !== undefined && !level.isChosen && lower.find(({ isChosen }) => isChosen);
  if (overruled) throw profileOverruled(pair, level, overruled);
  return level.values.has(name) ? firstOf([level], name) : undefined;
}

/** A user who names a profile expects its target. So it is an error if a higher level has another target. */
function profileOverruled(pair: readonly SettingName[], above: Level, chosen: Level): UsageError {
  const origin = (level: Level) => level.originOf(pair[0] as SettingName);
  return new UsageError(`${eitherOf(pair)}: ${origin(above)} comes before ${origin(chosen)}`, {
    hint: 'Name it in a profile of the project as well, give it by a flag, or take it out of one of the files.',
  });
}

/** The error if flags or the environment have both settings of a pair. A file with both is refused when it is read. */
function bothGiven([one, other]: readonly [SettingName, SettingName], { name, originOf }: Level): UsageError {
  const nameOf = (setting: SettingName) => originOf(setting).slice(name.length + 1);
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
