/** The tree of commands. Building it loads flags only: what a command does is loaded when it is done. */
import { Command } from 'commander';
import type { Context } from '../context.ts';
import { addExamples, firstExamples } from './options/examples.ts';
import { addGlobalOptions } from './options/global-options.ts';
import { addCommand } from './collection/add.ts';
import { removeCommand } from './invigilators/remove.ts';
import { initCommand } from './local/init.ts';
import { localInvigilatorsCommand } from './local/invigilators.ts';
import { loadCommand } from './local/load.ts';
import { tokenCommand } from './local/token.ts';
import { localScheduleCommand } from './local/schedule.ts';
import { showCommand } from './local/show.ts';
import { showCommand as showSessionCommand } from './review-session/show.ts';
import { resumeCommand, retryCommand } from './runs/continue.ts';
import { listCommand } from './runs/list.ts';
import { showCommand as showRunCommand } from './runs/show.ts';
import { linksCommand } from './schedule/links.ts';
import { pushCommand } from './schedule/push.ts';
import { serveCommand } from './serve/serve.ts';
import { unlockCommand } from './local/unlock.ts';
import { verifyCommand } from './local/verify.ts';
import { syncCommand } from './user/sync.ts';
import { validateCommand } from './validate/validate.ts';

const EXAMPLES = [
  ['examctl local init --example', 'an embedded platform to try things on'],
  ['examctl validate schedules sittings.csv', 'which cells are wrong, why, and how to fix them'],
  ['examctl schedule push sittings.csv --dry-run', 'what would happen, and nothing is changed'],
  ['examctl schedule push sittings.csv --upsert', 'do it'],
] as const;

export function createProgram(context: Context, version: string): Command {
  const program = new Command('examctl')
    .description('Provisions an online assessment platform in bulk, from CSV and JSON files.')
    .version(version, '--version', 'show the version')
    .enablePositionalOptions(false)
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true });
  addGlobalOptions(program);
  addExamples(program, EXAMPLES);
  for (const command of commandsOf(context)) program.addCommand(command);
  inheritSettings(program);
  return program;
}

/** In the order of the help: the common ones first. */
function commandsOf(context: Context): Command[] {
  return [
    group('schedule', 'schedules with their candidates', [pushCommand(context), linksCommand(context)]),
    group('user', 'users', [syncCommand(context)]),
    group('invigilators', 'invigilators of schedules', [removeCommand(context)]),
    group('collection', 'collections of taxonomies and repositories', [addCommand(context)]),
    group('review-session', 'review sessions with their results', [showSessionCommand(context)]),
    validateCommand(context),
    group('runs', 'what was done: show it, resume it, retry it', [
      listCommand(context),
      showRunCommand(context),
      resumeCommand(context),
      retryCommand(context),
    ]),
    serveCommand(context),
    group('local', "the embedded platform's state", [
      initCommand(context),
      loadCommand(context),
      showCommand(context),
      localScheduleCommand(context),
      localInvigilatorsCommand(context),
      tokenCommand(context),
      verifyCommand(context),
      unlockCommand(context),
    ]),
  ];
}

function group(noun: string, summary: string, verbs: readonly Command[]): Command {
  const command = new Command(noun).summary(summary).description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`);
  for (const verb of verbs) command.addCommand(verb);
  return addExamples(command, firstExamples(verbs));
}

/** `addCommand` leaves settings behind that `command()` would have passed on. */
function inheritSettings(parent: Command): void {
  for (const child of parent.commands) {
    child.copyInheritedSettings(parent);
    inheritSettings(child);
  }
}
