/** Reports an error that the command itself could not report, such as a fault, or a wrong command line in words of our own. */
import { type Argument, type Command, CommanderError, type Option } from 'commander';
import { closest } from '../base/closest.ts';
import { eitherOf } from '../base/text/either-of.ts';
import type { Context } from '../context.ts';
import { exitCodeOf, UsageError } from '../errors.ts';
import type { ErrorTextOptions } from '../output/terminal/error-text.ts';
import { keepLayout } from '../output/terminal/escape.ts';
import { isGithub, repositoryOf } from '../output/terminal/terminal-facts.ts';
import { FindingsError } from './options/present-result.ts';
import { commandOf, fullName, optionsOf } from './options/words.ts';

export async function reportFailure(
  context: Context,
  argv: readonly string[],
  program: Command,
  error: unknown,
): Promise<void> {
  const format = jsonFormatOf(argv);
  const named = commandOf(argv, program);
  const failure = error instanceof CommanderError ? toUsageError(error, named) : error;
  const exitCode = exitCodeOf(failure);
  context.setExitCode(exitCode);
  // Commander has already shown the help.
  if (error instanceof CommanderError && error.code === 'commander.help' && format === undefined) return;
  const { renderError, renderErrorLine, toReportedError } = await import('../output/terminal/error-text.ts');
  const output = context.openOutput({});
  if (format !== undefined) output.stderr.write(`${renderErrorLine(failure)}\n`);
  else {
    const found = failure instanceof FindingsError ? `${keepLayout(failure.lines().join('\n'))}\n` : '';
    output.stderr.write(`${found}${renderError(failure, errorTextOptionsOf(argv))}\n`);
    if (!isGithub(context.env)) return;
  }
  const { createLedger } = await import('../bulk/report/ledger.ts');
  const { createReport } = await import('../bulk/report/create-report.ts');
  const report = createReport(createLedger(), {
    command: commandNameOf(argv, named),
    run: null,
    target: null,
    dryRun: false,
    rehearsal: null,
    stopped: { error: toReportedError(failure), exitCode },
  });
  const whole = failure instanceof FindingsError ? { ...report, findings: failure.findings } : report;
  if (isGithub(context.env)) {
    const { renderAnnotations } = await import('../output/formats/github.ts');
    output.stderr.write(renderAnnotations({ report: whole, repository: repositoryOf(context.env) }));
  }
  if (format === undefined) return;
  const { renderLongJson, renderNdjson, reportEvents } = await import('../output/formats/json.ts');
  await output.data(format === 'json' ? renderLongJson(whole) : renderNdjson(reportEvents(whole)));
}

/** The name of the command, such as `schedule push`. It includes a kind as in `validate users`. */
function commandNameOf(argv: readonly string[], command: Command): string {
  const [, ...path] = fullName(command).split(' ');
  const kinds = path.length === 1 ? command.registeredArguments[0]?.argChoices : undefined;
  return [...path, ...argv.filter((word) => kinds?.includes(word)).slice(0, 1)].join(' ');
}

/** The flags for details of errors. They also work if the command line cannot be parsed. */
function errorTextOptionsOf(argv: readonly string[]): ErrorTextOptions {
  return {
    debug: argv.includes('--debug'),
    verbose: argv.some((word) => word === '--verbose' || /^-[a-zA-Z]*v/.test(word)),
  };
}

/** The JSON format that a command line asks for, even if it cannot be parsed. */
function jsonFormatOf(argv: readonly string[]): 'json' | 'ndjson' | undefined {
  const end = argv.indexOf('--');
  const text = ` ${argv.slice(0, end === -1 ? undefined : end).join(' ')} `;
  if (text.includes(' --json ')) return 'json';
  const [, format] = /\s(?:-[a-zA-Z]*o|--output)[ =]?(json|ndjson)\s/.exec(text) ?? [];
  return format === 'json' || format === 'ndjson' ? format : undefined;
}

/** `command` is the innermost known command of the command line. */
function toUsageError({ code, message }: CommanderError, command: Command): UsageError {
  // Commander adds its suggestion as the last line. Other line ends belong to the wrong words.
  const [, text = '', meant] = /^(?:error: )?(.*?)(?:\n\((Did you mean .*)\))?$/su.exec(message) ?? [];
  const explained = TEXTS[code]?.(text, command) ?? { problem: text };
  return new UsageError(explained.problem, { hint: explained.hint ?? meant ?? seeHelp(command) });
}

interface Explanation {
  readonly problem: string;
  readonly hint?: string | undefined;
}

/** Explanations by the codes of commander. The wrong words must be cut out of its messages. */
const TEXTS: Readonly<Record<string, (text: string, command: Command) => Explanation>> = {
  'commander.help': () => ({ problem: 'The command line names no command' }),
  'commander.missingArgument': (text, command) => {
    const argument = command.registeredArguments.find((one) => one.name() === wordIn(text));
    const usage = `Usage: ${fullName(command)} ${command.usage()}. ${seeHelp(command)}`;
    return { problem: `${wordIn(text).toUpperCase()} is missing: ${describe(argument)}`, hint: usage };
  },
  'commander.missingMandatoryOptionValue': (text, command) => {
    const option = optionOf(command, wordIn(text));
    return { problem: `${longOf(wordIn(text))} is missing: ${describe(option)}` };
  },
  'commander.optionMissingArgument': (text) => ({ problem: `${longOf(wordIn(text))} needs a value` }),
  'commander.excessArguments': (text, command) => ({
    problem: `Too many arguments: ${fullName(command)} takes ${/Expected (\d+)/.exec(text)?.[1] ?? 'fewer'}`,
  }),
  'commander.unknownOption': (text, command) => {
    // The value is not repeated: `--pin=1234` is a secret.
    const flag = wordIn(text).replace(/=.*/s, '');
    return { problem: `Unknown option: ${flag}`, hint: flagsNamed(flag, command) };
  },
  'commander.unknownCommand': (text, command) => ({
    problem: `Unknown command: ${wordIn(text)}`,
    hint: verbsNamed(wordIn(text), command),
  }),
  'commander.invalidArgument': invalidValue,
};

/** Parses `option '-o, --output <format>' argument 'jsn' is invalid. …`. For an argument, the value comes first. */
function invalidValue(text: string, command: Command): Explanation {
  const [, flags, ofOption, ofArgument, name, why = ''] =
    /^(?:option '(.*?)' argument '(.*)' is invalid\.|command-argument value '(.*)' is invalid for argument '(.*)'\.) ?(.*)$/su.exec(
      text,
    ) ?? [];
  const about = flags === undefined ? undefined : optionOf(command, flags);
  const declared = about ?? command.registeredArguments.find((one) => one.name() === name);
  const value = ofOption ?? ofArgument ?? '';
  const subject = flags === undefined ? (name ?? '').toUpperCase() : longOf(flags);
  const choices = declared?.argChoices;
  if (choices === undefined) return { problem: `${subject} cannot be ${JSON.stringify(value)}`, hint: why };
  const meant = closest(value, choices);
  const known = `Choose one of: ${choices.join(', ')}.`;
  return {
    problem: `${subject} cannot be ${JSON.stringify(value)}`,
    hint: meant === undefined ? known : `Did you mean ${meant}? ${known}`,
  };
}

/** Suggests commands with this verb: `push` may mean `schedule push`. */
function verbsNamed(word: string, command: Command): string | undefined {
  const found = command.commands.filter(({ commands }) => commands.some((verb) => verb.name() === word));
  const named = found.map((noun) => `${noun.name()} ${word}`);
  return named.length === 0 ? undefined : `Did you mean ${eitherOf(named)}?`;
}

/** Suggests flags that begin with the word: `--dry` may mean `--dry-run`. The search for typing errors misses these. */
function flagsNamed(word: string, command: Command): string | undefined {
  if (!/^--\w\w/.test(word)) return undefined;
  const all = optionsOf(command).map(({ long }) => long ?? '');
  const named = all
    .filter((long) => long.startsWith(word))
    .sort()
    .slice(0, MAX_NAMED);
  return named.length === 0 ? undefined : `Did you mean ${eitherOf(named)}?`;
}

const MAX_NAMED = 3;

function describe(declared: Argument | Option | undefined): string {
  if (declared?.argChoices === undefined) return declared?.description ?? 'the command needs it';
  return `${declared.description}, one of ${declared.argChoices.join(', ')}`;
}

function optionOf(command: Command, flags: string): Option | undefined {
  return optionsOf(command).find((option) => option.flags === flags);
}

/** The text between quotes. */
function wordIn(text: string): string {
  return /'(.*)'/s.exec(text)?.[1] ?? '';
}

function longOf(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

function seeHelp(command: Command): string {
  return `See ${fullName(command)} --help.`;
}
