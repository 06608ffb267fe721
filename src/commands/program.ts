/** The tree of commands. It contains only flags: the code of a command is loaded when the command runs. */
import { Command } from 'commander';
import type { Context } from '../context.ts';
import { addCommand } from './collection/add.ts';
import { completionCommand } from './completion/completion.ts';
import { CONFIG_COMMANDS, PROFILE_COMMANDS } from './config/config.ts';
import { explainCommand } from './explain/explain.ts';
import { HELP_LAYOUT } from './help-page.ts';
import { removeCommand } from './invigilators/remove.ts';
import { LOCAL_COMMANDS } from './local/local.ts';
import { MAPPING_COMMANDS } from './mapping/mapping.ts';
import { addGlobalOptions } from './options/call.ts';
import { addExamples, type DeclareGroup, defineGroup } from './options/create-command.ts';
import { showCommand as showSessionCommand } from './review-session/show.ts';
import { RUNS_COMMANDS } from './runs/runs.ts';
import { linksCommand } from './schedule/links.ts';
import { pushCommand } from './schedule/push.ts';
import { schemaCommand } from './schema/schema.ts';
import { serveCommand } from './serve/serve.ts';
import { templateCommand } from './template/template.ts';
import { syncCommand } from './user/sync.ts';
import { validateCommand } from './validate/validate.ts';

const EXAMPLES = [
  ['examctl validate schedules sittings.csv', 'which cells are wrong, why, and how to fix them'],
  ['examctl schedule push sittings.csv --dry-run', 'what would happen, and nothing is changed'],
  ['examctl schedule push sittings.csv --upsert', 'do it'],
] as const;

/**
 * Creates the program. To declare flags takes time, so a command that does not occur in `words`, the command line, gets
 * only its name, for suggestions. If no command occurs in it, all get their verbs without flags, for the help.
 */
export function createProgram(context: Context, version: string, words?: readonly string[]): Command {
  const program = new Command('examctl')
    .description('Provisions an online assessment platform in bulk, from CSV, XLSX and JSON files.')
    .version(version, '--version', 'show the version; with --json, what it runs on')
    .enablePositionalOptions(false)
    .showSuggestionAfterError()
    .configureHelp(HELP_LAYOUT);
  addGlobalOptions(program);
  addExamples(program, EXAMPLES);
  const named = words === undefined ? ENTRIES : ENTRIES.filter(({ name }) => words.includes(name));
  const showsAll = named.length === 0 && words?.includes('--version') !== true;
  for (const entry of ENTRIES) {
    const { name, section, declare } = entry;
    const declareShort = () => (showsAll ? declare.outline() : new Command(name));
    program.addCommand((named.includes(entry) ? declare(context, words) : declareShort()).helpGroup(section));
  }
  inheritSettings(program);
  return program;
}

interface Entry {
  readonly name: string;
  readonly declare: DeclareGroup;
  /** The heading of its section in the help. */
  readonly section: string;
}

function inSection(section: string, entries: Readonly<Record<string, DeclareGroup>>): Entry[] {
  return Object.entries(entries).map(([name, declare]) => ({ name, declare, section }));
}

/** In the order of the help: the common ones first. */
const ENTRIES: readonly Entry[] = [
  ...inSection('Send to the platform', {
    schedule: defineGroup('schedule', 'schedules with their candidates', [pushCommand, linksCommand]),
    user: defineGroup('user', 'users', [syncCommand]),
    invigilators: defineGroup('invigilators', 'invigilators of schedules', [removeCommand]),
    collection: defineGroup('collection', 'collections of taxonomies and repositories', [addCommand]),
    'review-session': defineGroup('review-session', 'review sessions with their results', [showSessionCommand]),
  }),
  ...inSection('Prepare and check files', {
    validate: validateCommand,
    mapping: defineGroup('mapping', 'how the files of a source are read', MAPPING_COMMANDS),
    template: templateCommand,
    explain: explainCommand,
    schema: schemaCommand,
  }),
  ...inSection('See what was done', {
    runs: defineGroup('runs', 'what was done: show it, resume it, retry it', RUNS_COMMANDS),
  }),
  ...inSection('The local platform', {
    local: defineGroup('local', "the local platform's state", LOCAL_COMMANDS),
    serve: serveCommand,
  }),
  ...inSection('Settings and shell', {
    config: defineGroup('config', 'settings: what counts, who says it, and how it is changed', CONFIG_COMMANDS),
    profile: defineGroup('profile', 'sets of settings by name', PROFILE_COMMANDS),
    completion: completionCommand,
  }),
];

/** Passes the settings of commander on to subcommands. `addCommand` does not do this, unlike `command()`. */
function inheritSettings(parent: Command): void {
  for (const child of parent.commands) {
    child.copyInheritedSettings(parent);
    // Otherwise the help flag, which commander adds later, would go to the last section.
    child.optionsGroup('');
    inheritSettings(child);
  }
}
