/** The tree of commands. It contains only flags: the code of a command is loaded when the command runs. */
import { Command } from 'commander';
import { upperFirst } from '../base/text/upper-first.ts';
import type { Context } from '../context.ts';
import { addCommand } from './collection/add.ts';
import { completionCommand } from './completion/completion.ts';
import { CONFIG_COMMANDS } from './config/config.ts';
import { PROFILE_COMMANDS } from './config/profile.ts';
import { explainCommand } from './explain/explain.ts';
import { HELP_LAYOUT } from './help-page.ts';
import { removeCommand } from './invigilators/remove.ts';
import { initCommand } from './local/init.ts';
import { loadCommand } from './local/load.ts';
import { localInvigilatorsCommand, localScheduleCommand } from './local/operate.ts';
import { showCommand } from './local/show.ts';
import { tokenCommand } from './local/token.ts';
import { backupCommand, exportCommand, importCommand, restoreCommand } from './local/transfer.ts';
import { unlockCommand, verifyCommand } from './local/verify.ts';
import { MAPPING_COMMANDS } from './mapping/mapping.ts';
import { outline } from './options/call.ts';
import { addExamples, firstExamples } from './options/examples.ts';
import { addGlobalOptions } from './options/global-options.ts';
import { showCommand as showSessionCommand } from './review-session/show.ts';
import { resumeCommand, retryCommand } from './runs/continue.ts';
import { listCommand } from './runs/list.ts';
import { pruneCommand } from './runs/prune.ts';
import { showCommand as showRunCommand } from './runs/show.ts';
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
    const declareShort = () => (showsAll ? outline(() => declare(context)) : new Command(name));
    program.addCommand((named.includes(entry) ? declare(context, words) : declareShort()).helpGroup(section));
  }
  inheritSettings(program);
  return program;
}

interface Entry {
  readonly name: string;
  /** The heading of its section in the help. */
  readonly section: string;
  /** Declares the command. Its verbs get flags only if they occur in `words`. */
  readonly declare: (context: Context, words?: readonly string[]) => Command;
}

function inSection(section: string, entries: readonly Omit<Entry, 'section'>[]): Entry[] {
  return entries.map((entry) => ({ ...entry, section }));
}

type Declare = (context: Context) => Command;

function leaf(name: string, declare: Declare): Omit<Entry, 'section'> {
  return { name, declare: (context) => declare(context) };
}

function noun(name: string, summary: string, verbs: readonly Declare[]): Omit<Entry, 'section'> {
  const declare = (context: Context, words?: readonly string[]): Command => {
    const command = new Command(name).summary(summary).description(`${upperFirst(summary)}.`);
    for (const verb of verbs) {
      const short = outline(() => verb(context));
      command.addCommand(words === undefined || words.includes(short.name()) ? verb(context) : short);
    }
    return addExamples(command, firstExamples(command.commands));
  };
  return { name, declare };
}

/** In the order of the help: the common ones first. */
const ENTRIES: readonly Entry[] = [
  ...inSection('Send to the platform', [
    noun('schedule', 'schedules with their candidates', [pushCommand, linksCommand]),
    noun('user', 'users', [syncCommand]),
    noun('invigilators', 'invigilators of schedules', [removeCommand]),
    noun('collection', 'collections of taxonomies and repositories', [addCommand]),
    noun('review-session', 'review sessions with their results', [showSessionCommand]),
  ]),
  ...inSection('Prepare and check files', [
    leaf('validate', validateCommand),
    noun('mapping', 'how the files of a source are read', MAPPING_COMMANDS),
    leaf('template', templateCommand),
    leaf('explain', explainCommand),
    leaf('schema', schemaCommand),
  ]),
  ...inSection('See what was done', [
    noun('runs', 'what was done: show it, resume it, retry it', [
      listCommand,
      showRunCommand,
      resumeCommand,
      retryCommand,
      pruneCommand,
    ]),
  ]),
  ...inSection('The embedded platform', [
    noun('local', "the embedded platform's state", [
      initCommand,
      loadCommand,
      showCommand,
      localScheduleCommand,
      localInvigilatorsCommand,
      tokenCommand,
      verifyCommand,
      backupCommand,
      restoreCommand,
      exportCommand,
      importCommand,
      unlockCommand,
    ]),
    leaf('serve', serveCommand),
  ]),
  ...inSection('Settings and shell', [
    noun('config', 'settings: what counts, who says it, and how it is changed', CONFIG_COMMANDS),
    noun('profile', 'sets of settings by name', PROFILE_COMMANDS),
    leaf('completion', completionCommand),
  ]),
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
