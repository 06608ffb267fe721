/** Flags of every command, and what they mean together. */
import { type Command, Option } from 'commander';
import type { OutputFlags } from '../../output/terminal/streams.ts';

const OUTPUT_FORMATS = ['table', 'json', 'ndjson', 'csv'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** As commander parses them. */
interface GlobalFlags extends OutputFlags {
  readonly output: OutputFormat;
  readonly json?: true | undefined;
  readonly yes?: true | undefined;
  readonly input: boolean;
  readonly debug?: true | undefined;
}

/** The flags of every command, settled. */
export interface GlobalOptions extends OutputFlags {
  readonly format: OutputFormat;
  readonly yes: boolean;
  /** Whether questions may be asked; a terminal must be there as well. */
  readonly mayAsk: boolean;
  readonly debug: boolean;
}

export function addGlobalOptions(command: Command): Command {
  return command
    .addOption(new Option('-o, --output <format>', 'form of the output').choices(OUTPUT_FORMATS).default('table'))
    .option('--json', 'the same as --output json')
    .option('-y, --yes', 'answer every confirmation with yes')
    .option('--no-input', 'never ask; a missing flag is an error')
    .option('-q, --quiet', 'say nothing on standard error but errors')
    .option(
      '-v, --verbose',
      'say more on standard error: how files are read, which run it is, each wait, what lies behind an error',
    )
    .option('--debug', 'show stack traces of faults')
    .option('--no-color', 'no colours');
}

export function readGlobalOptions(command: Command): GlobalOptions {
  const { output, json, yes, input, debug, quiet, verbose, color } = command.optsWithGlobals<GlobalFlags>();
  return {
    format: json ? 'json' : output,
    yes: yes === true,
    mayAsk: input,
    debug: debug === true,
    quiet,
    verbose,
    color,
  };
}
