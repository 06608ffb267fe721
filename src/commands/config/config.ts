/** `config list, get, set, trust, untrust` and `profile list, use`: their flags. The work is in `run-config.ts`. */
import { Option } from 'commander';
import { PROJECT_FILE, SETTING_NAMES } from '../../settings/table.ts';
import type { Call } from '../options/call.ts';
import { defineCommand } from '../options/create-command.ts';

const load = () => import('./run-config.ts');
const loadTrust = () => import('../options/change-file.ts');

const listCommand = defineCommand('list', {
  summary: 'show the settings that count',
  description:
    'Shows the settings that count here: a flag comes before the environment, then the file of the project, the file of the user, and the default.',
  examples: [
    ['examctl config list', 'what is set, and where each value comes from'],
    ['examctl config list --profile test --json', 'with a profile, for scripts'],
  ],
  // The origin is always shown; scripts may still ask for it.
  takes: (command) => command.addOption(new Option('--show-origin').hideHelp()),
  work: async (call) => (await load()).listSettings(call),
});

const getCommand = defineCommand('get', {
  summary: 'show one setting',
  description: 'Shows the value of one setting that counts here; nothing where it is not set.',
  examples: [['examctl config get timezone', 'the zone of times that name none']],
  takes: (command) => command.argument('<key>', `one of ${SETTING_NAMES.join(', ')}`),
  work: async (call, key: string) => (await load()).showSetting(call, key),
});

const setCommand = defineCommand('set', {
  summary: 'change one setting in a file',
  description:
    'Changes one setting in the file of the project (examctl.config.json, from the working folder upwards), or with --user in that of the user; with --profile in that profile, which is made if it is not there. An empty value removes the setting.',
  examples: [
    ['examctl config set timezone Europe/Amsterdam', 'for all who work in this folder'],
    ['examctl config set baseUrl https://exams.example.org --profile prod --user', 'in a profile of your own'],
    ['examctl config set protected true --profile prod --user', 'ask for its name before anything is written'],
  ],
  takes: (command) =>
    command
      .argument('<key>', `one of ${SETTING_NAMES.join(', ')}`)
      .argument('<value>', 'the value; a list or an object as JSON')
      .option('--user', 'in the file of the user'),
  work: async (call: Call<{ user?: true }>, key: string, value: string) => (await load()).setSetting(call, key, value),
  mayNameNewProfile: true,
});

const trustCommand = defineCommand('trust', {
  summary: "trust a project's file",
  description: `Trusts the file of the project (${PROJECT_FILE}) in a folder, or the nearest one above it: what it says about hosts, stores and profiles then counts, until the file changes. The path and the digest of the file are kept in your own file of settings.`,
  examples: [['examctl config trust', 'the file of the project that you work in']],
  takes: (command) => command.argument('[dir]', 'a folder of the project', '.'),
  work: async (call, dir: string) => (await loadTrust()).trustProject(call, dir),
});

const untrustCommand = defineCommand('untrust', {
  summary: "no longer trust a project's file",
  description: `Takes back what config trust did: hosts, stores and profiles of the project's file no longer count.`,
  examples: [['examctl config untrust', 'the file of the project that you work in']],
  takes: (command) => command.argument('[dir]', 'a folder of the project', '.'),
  work: async (call, dir: string) => (await loadTrust()).untrustProject(call, dir),
});

const listProfilesCommand = defineCommand('list', {
  summary: 'show the profiles',
  description: 'Shows the profiles of the files of the project and of the user, and which of them is active.',
  examples: [['examctl profile list', 'where each of them sends, and which one is protected']],
  work: async (call) => (await load()).listProfiles(call),
});

const useCommand = defineCommand('use', {
  summary: 'choose the profile that counts without a flag',
  description:
    'Writes the name of a profile to the file of the user. EXAMCTL_PROFILE and --profile come before it, and so does a profile that the file of the project chooses. An empty name chooses none.',
  examples: [
    ['examctl profile use test', 'from now on, until another one is chosen'],
    ['examctl profile use ""', 'none'],
  ],
  takes: (command) => command.argument('<name>', 'name of the profile'),
  work: async (call, name: string) => (await load()).useProfile(call, name),
  mayNameNewProfile: true,
});

export const CONFIG_COMMANDS = [listCommand, getCommand, setCommand, trustCommand, untrustCommand] as const;
export const PROFILE_COMMANDS = [listProfilesCommand, useCommand] as const;
