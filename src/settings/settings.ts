/** The settings that count for a call: a flag, then the environment, the project's file, the user's file, the default. */
import { closest } from '../base/closest.ts';
import { UsageError } from '../errors.ts';
import { type Environment, readSettingsFiles, type SettingsFiles } from './places.ts';
import type { SettingsFile, Values } from './settings-file.ts';
import { RIVALS, SETTING_NAMES, type SettingName, settingOf } from './table.ts';

/** A value, and what said it. */
export interface Said {
  readonly value: unknown;
  readonly origin: string;
  readonly level: LevelName;
  /** The file that says it. */
  readonly file?: string | undefined;
}

type LevelName = 'flag' | 'environment' | 'project' | 'user' | 'default';

interface ActiveProfile extends Said {
  readonly name: string;
  readonly isProtected: boolean;
}

export interface Settings {
  readonly files: SettingsFiles;
  /** A UsageError where no file has the profile that was chosen; so are the two below. */
  readonly profile: ActiveProfile | undefined;
  /** The value that counts; of settings that exclude each other, only the one whose level comes first. */
  find(name: SettingName): Said | undefined;
  /** The same without regard to the setting that excludes it. */
  findAlone(name: SettingName): Said | undefined;
  /** What the files say, whatever flags and the environment do. */
  findInFiles(name: SettingName): Said | undefined;
}

interface Level {
  readonly name: LevelName;
  readonly values: ReadonlyMap<SettingName, unknown>;
  readonly originOf: (name: SettingName) => string;
  readonly file?: string | undefined;
  /** A profile that this call names. */
  readonly isChosen?: boolean | undefined;
}

export interface Given {
  readonly env: Environment;
  /** What flags of this call say. */
  readonly flags: ReadonlyMap<SettingName, unknown>;
  /** Where that stands, if not in the call. */
  readonly origin?: string | undefined;
}

/** Reads the files at once, and refuses those that are wrong. */
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
    findAlone: (name) => firstOf(resolve().levels, name),
    findInFiles: (name) =>
      firstOf(
        resolve().levels.filter(({ file }) => file !== undefined),
        name,
      ),
  };
}

function resolveLevels({ env, flags, origin }: Given, files: SettingsFiles) {
  const above = [flagLevel(flags, origin), environmentLevel(env)];
  const all = [files.project, files.user].filter((file) => file !== undefined);
  const said = firstOf([...above, ...all.map((file) => fileLevel(file, file.top))], 'profile');
  const profile = said && activate(said, all);
  const below = all.flatMap((file) => levelsOf(file, profile));
  return { profile, levels: [...above, ...below, DEFAULTS] };
}

function flagLevel(values: Level['values'], origin: string | undefined): Level {
  return { name: 'flag', values, originOf: (name) => origin ?? `flag ${settingOf(name).flag}` };
}

/** An empty variable says nothing. */
function environmentLevel(env: Environment): Level {
  const said = SETTING_NAMES.flatMap((name) => {
    const value = env[settingOf(name).env ?? ''];
    return value ? ([[name, value]] as const) : [];
  });
  return { name: 'environment', values: new Map(said), originOf: (name) => `environment ${settingOf(name).env}` };
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

/** In a file, the active profile comes before what all profiles share. */
function levelsOf(file: SettingsFile, profile: ActiveProfile | undefined): Level[] {
  const own = profile && file.profiles.get(profile.name);
  const isChosen = profile?.level === 'flag' || profile?.level === 'environment';
  const ofProfile = own ? [{ ...fileLevel(file, own, ` (profile ${profile.name})`), isChosen }] : [];
  return [...ofProfile, fileLevel(file, file.top)];
}

function fileLevel({ level, path }: SettingsFile, values: Values, where = ''): Level {
  return { name: level, values, file: path, originOf: () => `${level} ${path}${where}` };
}

function firstOf(levels: readonly Level[], name: SettingName): Said | undefined {
  const level = levels.find(({ values }) => values.has(name));
  return level && { value: level.values.get(name), origin: level.originOf(name), level: level.name, file: level.file };
}

/** Of two settings that exclude each other, the first level that names one decides. */
function findDecided(levels: readonly Level[], name: SettingName): Said | undefined {
  const pair = RIVALS.find((rivals) => rivals.includes(name));
  if (pair === undefined) return firstOf(levels, name);
  const [level, ...lower] = levels.filter(({ values }) => pair.some((rival) => values.has(rival)));
  if (level === undefined) return undefined;
  if (pair.every((rival) => level.values.has(rival))) throw bothGiven(pair, level);
  const passedOver = level.file !== undefined && !level.isChosen && lower.find(({ isChosen }) => isChosen);
  if (passedOver) throw profilePassedOver(pair, level, passedOver);
  return level.values.has(name) ? firstOf([level], name) : undefined;
}

/** Who names a profile means the place that it names, and not what other profiles share. */
function profilePassedOver(pair: readonly SettingName[], above: Level, chosen: Level): UsageError {
  const origin = (level: Level) => level.originOf(pair[0] as SettingName);
  return new UsageError(`${pair.join(' or ')}: ${origin(above)} comes before ${origin(chosen)}`, {
    hint: 'Name it in a profile of the project as well, give it by a flag, or take it out of one of the files.',
  });
}

/** A file with both was refused when it was read. */
function bothGiven([one, other]: readonly [SettingName, SettingName], { name, originOf }: Level): UsageError {
  const said = (setting: SettingName) => originOf(setting).slice(name.length + 1);
  return new UsageError(`Give either ${said(one)} or ${said(other)}: a command sends to one place`, {
    hint: `Leave ${said(other)} out to send to the remote platform.`,
  });
}

function activate(said: Said, files: readonly SettingsFile[]): ActiveProfile {
  const name = String(said.value);
  const own = files.flatMap(({ profiles }) => profiles.get(name) ?? []);
  if (own.length > 0) return { ...said, name, isProtected: own.some((values) => values.get('protected') === true) };
  throw noProfile(name, said.origin, files);
}

export function noProfile(name: string, origin: string, files: readonly SettingsFile[]): UsageError {
  const known = [...new Set(files.flatMap(({ profiles }) => [...profiles.keys()]))];
  const meant = closest(name, known);
  const list = known.length === 0 ? 'No file of settings has profiles.' : `The profiles are ${known.join(', ')}.`;
  return new UsageError(`There is no profile ${JSON.stringify(name)} (${origin})`, {
    hint: meant === undefined ? list : `Did you mean ${meant}?`,
  });
}
