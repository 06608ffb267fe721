/** The settings. The files, `config`, the flags, the JSON Schema and the reference page read this table. */
import { DEFAULT_STORE_FOLDER } from '../built-in-defaults.ts';
import type { ValueTypeName } from './value-types.ts';

export interface Setting {
  readonly type: ValueTypeName;
  readonly meaning: string;
  /** The flag with the same meaning, for one call. */
  readonly flag?: string | undefined;
  /** For a setting without a flag: a flag that all commands with this setting have. */
  readonly relatedFlag?: string | undefined;
  readonly env?: string | undefined;
  readonly default?: string | undefined;
  /** The only part of a file that may have the setting. If absent, the top level and profiles may have it. */
  readonly only?: 'top' | 'profile' | undefined;
  /**
   * What a file of the project may do with it, since others may have written that file. `refused`: it runs a program or
   * reads a secret. `trusted`: it decides where data goes, or lets more through, so the user must trust the file first.
   * If absent, it is harmless.
   */
  readonly inProject?: 'refused' | 'trusted' | undefined;
}

const SETTINGS = {
  profile: {
    type: 'name',
    meaning: 'the profile that is active',
    flag: '--profile',
    env: 'EXAMCTL_PROFILE',
    only: 'top',
    inProject: 'trusted',
  },
  baseUrl: {
    type: 'url',
    meaning: 'the remote platform to send to',
    flag: '--base-url',
    env: 'EXAMCTL_BASE_URL',
    inProject: 'trusted',
  },
  store: {
    type: 'path',
    meaning: 'the store of the local platform; a relative path in a file begins at the folder of the file',
    flag: '--store',
    env: 'EXAMCTL_STORE',
    default: DEFAULT_STORE_FOLDER,
    // A folder below that of the file needs no trust: see trust.ts.
    inProject: 'trusted',
  },
  tokenFile: {
    type: 'path',
    meaning: 'a file that holds the token of the remote platform; EXAMCTL_TOKEN comes before it',
    flag: '--token-file',
    inProject: 'refused',
  },
  tokenCommand: {
    type: 'words',
    meaning:
      'a command that prints the token, as a list of words; it runs without a shell in the folder of the file, and its output is never shown',
    inProject: 'refused',
  },
  timezone: {
    type: 'zone',
    meaning: 'IANA zone of times that name none',
    flag: '--timezone',
  },
  mappings: {
    type: 'files',
    meaning:
      'mapping files by name; the one with the name of a kind, such as "users", counts for files of that kind without a flag',
    relatedFlag: '--mapping',
  },
  ignore: {
    type: 'words',
    meaning: 'columns that are not read; "*" is all that no field reads',
    flag: '--ignore',
    inProject: 'trusted',
  },
  dateFormat: {
    type: 'dateFormat',
    meaning: 'how dates and times are written in files',
    flag: '--date-format',
  },
  defaults: {
    type: 'fields',
    meaning: 'values by field, for records that leave the field empty; kinds without the field pass over it',
    flag: '--set',
  },
  oneRoster: {
    type: 'roster',
    meaning:
      'what a OneRoster package means here: `id` is the column of the ExternalId, `roles` are titles of roles by the roles of OneRoster, `organisations` are hierarchies by the sourcedIds of organisations',
    relatedFlag: '--map',
  },
  protected: {
    type: 'boolean',
    meaning: 'ask for the name of the profile before anything is written; off a terminal, --confirm NAME is needed',
    only: 'profile',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

export function settingOf(name: SettingName): Setting {
  return SETTINGS[name];
}

/** Pairs of settings that exclude each other. One level may have only one of a pair. */
export const EXCLUSIVE_PAIRS: readonly (readonly [SettingName, SettingName])[] = [
  ['baseUrl', 'store'],
  ['tokenFile', 'tokenCommand'],
];

/** The name of the file of a project. */
export const PROJECT_FILE = 'examctl.config.json';

/** Other keys of a file: the schema, for editors, and the profiles. */
export const SCHEMA_KEY = '$schema';
export const PROFILES_KEY = 'profiles';
/** In the file of the user: the digests of the project files that the user trusts, by path. */
export const TRUSTED_KEY = 'trusted';
