/** One call of a command, and the flags that every command has. */
import { type Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import type { Output, OutputFlags } from '../../output/terminal/streams.ts';
import type { Settings } from '../../settings/settings.ts';
import type { GivenFlag } from './words.ts';

/** One call of a command. */
export interface Call<F = unknown> {
  readonly context: Context;
  readonly output: Output;
  readonly global: GlobalOptions;
  /** The flags as commander parses them, with the values of settings. */
  readonly flags: F;
  readonly settings: Settings;
  /** The flags of the command line as the user typed them, to be repeated in commands that are printed. */
  readonly given: readonly GivenFlag[];
}

const OUTPUT_FORMATS = ['table', 'json', 'ndjson', 'csv'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** The values of the flags of every command. */
export interface GlobalOptions extends OutputFlags {
  readonly format: OutputFormat;
  readonly yes: boolean;
  /** Whether questions may be asked. They also need a terminal. */
  readonly mayAsk: boolean;
  readonly debug: boolean;
  /** The profile that `--profile` names. */
  readonly profile?: string | undefined;
  /** The profile that `--confirm` names: writes to it are allowed although it is protected. */
  readonly confirm?: string | undefined;
}

export function addGlobalOptions(command: Command): Command {
  return command
    .addOption(new Option('-o, --output <format>', 'form of the output').choices(OUTPUT_FORMATS).default('table'))
    .option('--json', 'the same as --output json')
    .option('-y, --yes', 'answer every confirmation with yes')
    .option('--no-input', 'never ask; a missing flag is an error')
    .option('--profile <name>', 'the profile of settings to use (EXAMCTL_PROFILE)')
    .option('--confirm <name>', 'write although the profile of this name is protected')
    .option('-q, --quiet', 'say nothing on standard error but errors')
    .option(
      '-v, --verbose',
      'say more on standard error: how files are read, which run it is, each wait, what lies behind an error',
    )
    .option('--debug', 'show stack traces of faults')
    .option('--no-color', 'no colours');
}

export function readGlobalOptions(command: Command): GlobalOptions {
  const { output: format, json, yes = false, input: mayAsk, debug = false, ...flags } = command.optsWithGlobals();
  const { quiet, verbose, color, profile, confirm } = flags;
  return { format: json ? 'json' : format, yes, mayAsk, debug, quiet, verbose, color, profile, confirm };
}
