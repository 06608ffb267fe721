/** `config list`, `config get` and `config set`: show effective settings with their origins, and change them. */
import { type Command, Option } from 'commander';
import { withoutCredentials } from '../../base/text/url-text.ts';
import type { Context } from '../../context.ts';
import type { FoundValue, Settings } from '../../settings/settings.ts';
import { PROJECT_FILE, SETTING_NAMES, type SettingName } from '../../settings/table.ts';
import { type Call, createCommand, setAction } from '../options/call.ts';
import { presentDone, presentObject, presentRows } from '../present-result.ts';

export const CONFIG_COMMANDS = [listCommand, getCommand, setCommand, trustCommand, untrustCommand] as const;

function listCommand(context: Context): Command {
  const command = createCommand('list', {
    summary: 'show the settings that count',
    description:
      'Shows the settings that count here: a flag comes before the environment, then the file of the project, the file of the user, and the default.',
    examples: [
      ['examctl config list', 'what is set, and where each value comes from'],
      ['examctl config list --profile test --json', 'with a profile, for scripts'],
    ],
    // The origin is always shown; scripts may still ask for it.
  }).addOption(new Option('--show-origin').hideHelp());
  return setAction(context, command, async (call: Call) => {
    const rows = SETTING_NAMES.map((name) => rowOf(call.settings, name));
    await presentRows(call, ['setting', 'value', 'origin'], rows);
  });
}

function getCommand(context: Context): Command {
  const command = createCommand('get', {
    summary: 'show one setting',
    description: 'Shows the value of one setting that counts here; nothing where it is not set.',
    examples: [['examctl config get timezone', 'the zone of times that name none']],
  }).argument('<key>', `one of ${SETTING_NAMES.join(', ')}`);
  return setAction(context, command, async (call, key: string) => {
    const { requireSettingName } = await import('./change-file.ts');
    const row = rowOf(call.settings, requireSettingName(key));
    const text = typeof row.value === 'object' && row.value !== null ? JSON.stringify(row.value) : row.value;
    await presentObject(call, row, row.value === null ? '' : `${text}\n`);
  });
}

interface SettingRow {
  readonly setting: SettingName;
  readonly value: unknown;
  readonly origin: string | null;
}

/** The store is shown even if a base URL excludes it for other commands: some commands always need a store. */
function rowOf(settings: Settings, name: SettingName): SettingRow {
  const found = name === 'store' ? settings.findEvenIfExcluded(name) : settings.find(name);
  const origin = found?.isTrusted === false ? `${found.origin}, not trusted` : found?.origin;
  return { setting: name, value: shownValue(name, found), origin: origin ?? null };
}

/** Hides passwords, which an address may contain, and the words of a command after the first. */
function shownValue(name: SettingName, found: FoundValue | undefined): unknown {
  if (found === undefined) return null;
  const { value } = found;
  if (name === 'tokenCommand') return [...(value as readonly string[]).slice(0, 1), '…'];
  return typeof value === 'string' ? withoutCredentials(value) : value;
}

function trustCommand(context: Context): Command {
  const command = createCommand('trust', {
    summary: "trust a project's file",
    description: `Trusts the file of the project (${PROJECT_FILE}) in a folder, or the nearest one above it: what it says about hosts, stores and profiles then counts, until the file changes. The path and the digest of the file are kept in your own file of settings.`,
    examples: [['examctl config trust', 'the file of the project that you work in']],
  }).argument('[dir]', 'a folder of the project', '.');
  return setAction(context, command, async (call, dir: string) => {
    const { trustProject } = await import('./trust.ts');
    await trustProject(call, dir);
  });
}

function untrustCommand(context: Context): Command {
  const command = createCommand('untrust', {
    summary: "no longer trust a project's file",
    description: `Takes back what config trust did: hosts, stores and profiles of the project's file no longer count.`,
    examples: [['examctl config untrust', 'the file of the project that you work in']],
  }).argument('[dir]', 'a folder of the project', '.');
  return setAction(context, command, async (call, dir: string) => {
    const { untrustProject } = await import('./trust.ts');
    await untrustProject(call, dir);
  });
}

function setCommand(context: Context): Command {
  const command = createCommand('set', {
    summary: 'change one setting in a file',
    description:
      'Changes one setting in the file of the project (examctl.config.json, from the working folder upwards), or with --user in that of the user; with --profile in that profile, which is made if it is not there. An empty value removes the setting.',
    examples: [
      ['examctl config set timezone Europe/Amsterdam', 'for all who work in this folder'],
      ['examctl config set baseUrl https://exams.example.org --profile prod --user', 'in a profile of your own'],
      ['examctl config set protected true --profile prod --user', 'ask for its name before anything is written'],
    ],
  })
    .argument('<key>', `one of ${SETTING_NAMES.join(', ')}`)
    .argument('<value>', 'the value; a list or an object as JSON')
    .option('--user', 'in the file of the user');
  const rules = { mayNameNewProfile: true };
  return setAction(context, command, setOne, rules);
}

async function setOne(call: Call<{ user?: true }>, key: string, value: string): Promise<void> {
  const { changeSetting } = await import('./change-file.ts');
  const level = call.flags.user ? 'user' : 'project';
  const { done, text } = await changeSetting(call.settings.files, { key, value, level, profile: call.global.profile });
  await presentDone(call, 'config set', done, text);
}
