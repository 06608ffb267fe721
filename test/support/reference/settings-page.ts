/** The page of the settings, and the JSON Schema of their files, from the table of settings. */
import {
  EXCLUSIVE_PAIRS,
  PROFILES_KEY,
  PROJECT_FILE,
  SCHEMA_KEY,
  SETTING_NAMES,
  type SettingName,
  settingOf,
} from '../../../src/settings/table.ts';
import { VALUE_TYPES } from '../../../src/settings/value-types.ts';
import { code, page, table } from './markdown.ts';

export const SCHEMA_FILE = 'settings.schema.json';

export function settingsPage(): string {
  const rows = SETTING_NAMES.map((name) => {
    const { meaning, flag, env, only, default: value } = settingOf(name);
    const place = only === undefined ? 'both' : only === 'top' ? 'top level' : 'profile';
    return [code(name), meaning, place, ...[flag, env, value].map((text) => (text === undefined ? '' : code(text)))];
  });
  return page('Settings', [
    `The keys of ${code(PROJECT_FILE)} and of the file of the user. [Settings](../settings.md#files-of-settings) tells where the files are and which value counts; [${SCHEMA_FILE}](${SCHEMA_FILE}) is the JSON Schema of both.`,
    table(['Key', 'Meaning', 'Stands at', 'Flag', 'Environment', 'Default'], rows),
    `One level names one at most: ${EXCLUSIVE_PAIRS.map((pair) => pair.map(code).join(' or ')).join('; ')}. The key ${code(PROFILES_KEY)} holds the profiles by name, and ${code(SCHEMA_KEY)} is for editors.`,
  ]);
}

export function settingsSchema(): string {
  const profiles = {
    type: 'object',
    propertyNames: VALUE_TYPES.name.schema,
    additionalProperties: values('profile'),
  };
  const top = values('top');
  const properties = { [SCHEMA_KEY]: { type: 'string' }, ...top.properties, [PROFILES_KEY]: profiles };
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Settings of examctl' };
  return `${JSON.stringify({ ...schema, ...top, properties }, null, 2)}\n`;
}

function values(place: 'top' | 'profile') {
  const names = SETTING_NAMES.filter((name) => (settingOf(name).only ?? place) === place);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, propertyOf(name)])),
    additionalProperties: false,
    allOf: EXCLUSIVE_PAIRS.map((pair) => ({ not: { required: pair } })),
  };
}

function propertyOf(name: SettingName): object {
  const { type, meaning } = settingOf(name);
  return { description: meaning, ...VALUE_TYPES[type].schema };
}
