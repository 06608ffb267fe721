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
import { addExamples, type Declare, defineGroup } from './options/create-command.ts';
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

/** Creates the program. Of `words`, a command line, only the commands that it names are complete; without it, all are. */
export function createProgram(context: Context, version: string, words?: readonly string[]): Command {
  const program = new Command('examctl')
    .description('Provisions an online assessment platform in bulk, from CSV, XLSX and JSON files.')
    .version(version, '--version', 'show the version; with --json, what it runs on')
    .enablePositionalOptions(false)
    .showSuggestionAfterError()
    .configureHelp(HELP_LAYOUT);
  addGlobalOptions(program);
  addExamples(program, EXAMPLES);
  for (const [section, commands] of Object.entries(SECTIONS)) {
    for (const declare of commands) program.addCommand(declare(context, words).helpGroup(section));
  }
  inheritSettings(program);
  return program;
}

/** The commands by the headings of the help, in its order: the common ones first. */
const SECTIONS: Readonly<Record<string, readonly Declare[]>> = {
  'Send to the platform': [
    defineGroup('schedule', 'schedules with their candidates', [pushCommand, linksCommand]),
    defineGroup('user', 'users', [syncCommand]),
    defineGroup('invigilators', 'invigilators of schedules', [removeCommand]),
    defineGroup('collection', 'collections of taxonomies and repositories', [addCommand]),
    defineGroup('review-session', 'review sessions with their results', [showSessionCommand]),
  ],
  'Prepare and check files': [
    validateCommand,
    defineGroup('mapping', 'how the files of a source are read', MAPPING_COMMANDS),
    templateCommand,
    explainCommand,
    schemaCommand,
  ],
  'See what was done': [defineGroup('runs', 'what was done: show it, resume it, retry it', RUNS_COMMANDS)],
  'The local platform': [defineGroup('local', "the local platform's state", LOCAL_COMMANDS), serveCommand],
  'Settings and shell': [
    defineGroup('config', 'settings: what counts, who says it, and how it is changed', CONFIG_COMMANDS),
    defineGroup('profile', 'sets of settings by name', PROFILE_COMMANDS),
    completionCommand,
  ],
};

/** Passes the settings of commander on to subcommands. `addCommand` does not do this, unlike `command()`. */
function inheritSettings(parent: Command): void {
  for (const child of parent.commands) {
    child.copyInheritedSettings(parent);
    // Otherwise the help flag, which commander adds later, would go to the last section.
    child.optionsGroup('');
    inheritSettings(child);
  }
}
