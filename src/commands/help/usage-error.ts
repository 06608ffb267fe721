/** What is wrong with a command line, in our words: those of the library are for programmers. */
import type { Argument, Command, CommanderError, Option } from 'commander';
import { closest } from '../../base/closest.ts';
import { UsageError } from '../../errors.ts';

/** `command` is the one that the words name, as far as they name one. */
export function toUsageError({ code, message }: CommanderError, command: Command): UsageError {
  const [text = '', ...below] = message.replace(/^error: /, '').split('\n');
  const explained = TEXTS[code]?.(text, command) ?? { problem: text };
  const meant = below.map((line) => line.replace(/^\((.*)\)$/, '$1')).join(' ');
  return new UsageError(explained.problem, { hint: explained.hint ?? (meant || seeHelp(command)) });
}

interface Explanation {
  readonly problem: string;
  readonly hint?: string | undefined;
}

/** By the codes of commander; its messages are the only place that has the words concerned. */
const TEXTS: Readonly<Record<string, (text: string, command: Command) => Explanation>> = {
  'commander.help': () => ({ problem: 'The command line names no command' }),
  'commander.missingArgument': (text, command) => {
    const argument = command.registeredArguments.find((one) => one.name() === wordIn(text));
    const usage = `Usage: ${nameOf(command)} ${command.usage()}. ${seeHelp(command)}`;
    return { problem: `${wordIn(text).toUpperCase()} is missing: ${describe(argument)}`, hint: usage };
  },
  'commander.missingMandatoryOptionValue': (text, command) => {
    const option = optionOf(command, wordIn(text));
    return { problem: `${longOf(wordIn(text))} is missing: ${describe(option)}` };
  },
  'commander.optionMissingArgument': (text) => ({ problem: `${longOf(wordIn(text))} needs a value` }),
  'commander.excessArguments': (text, command) => ({
    problem: `Too many arguments: ${nameOf(command)} takes ${/Expected (\d+)/.exec(text)?.[1] ?? 'fewer'}`,
  }),
  'commander.unknownOption': (text, command) => ({
    problem: `Unknown option: ${wordIn(text)}`,
    hint: flagsNamed(wordIn(text), command),
  }),
  'commander.unknownCommand': (text, command) => ({
    problem: `Unknown command: ${wordIn(text)}`,
    hint: verbsNamed(wordIn(text), command),
  }),
  'commander.invalidArgument': invalidValue,
};

/** `option '-o, --output <format>' argument 'jsn' is invalid. …`; of an argument the value stands first. */
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
  const known = `It is one of: ${choices.join(', ')}.`;
  return {
    problem: `${subject} cannot be ${JSON.stringify(value)}`,
    hint: meant === undefined ? known : `Did you mean ${meant}? ${known}`,
  };
}

/** `push` alone may be `schedule push`. */
function verbsNamed(word: string, command: Command): string | undefined {
  const found = command.commands.filter(({ commands }) => commands.some((verb) => verb.name() === word));
  const named = found.map((noun) => `${noun.name()} ${word}`);
  return named.length === 0 ? undefined : `Did you mean ${named.join(' or ')}?`;
}

/** `--dry` may be `--dry-run`: too short for a slip of the keys, but a beginning. */
function flagsNamed(word: string, command: Command): string | undefined {
  if (!/^--\w\w/.test(word)) return undefined;
  const all = [command, ...parentsOf(command)].flatMap(({ options }) => options.map(({ long }) => long ?? ''));
  const named = all
    .filter((long) => long.startsWith(word))
    .sort()
    .slice(0, MAX_NAMED);
  return named.length === 0 ? undefined : `Did you mean ${named.join(' or ')}?`;
}

const MAX_NAMED = 3;

function parentsOf({ parent }: Command): Command[] {
  return parent === null ? [] : [parent, ...parentsOf(parent)];
}

function describe(declared: Argument | Option | undefined): string {
  if (declared?.argChoices === undefined) return declared?.description ?? 'the command needs it';
  return `${declared.description}, one of ${declared.argChoices.join(', ')}`;
}

function optionOf(command: Command, flags: string): Option | undefined {
  const found = command.options.find((option) => option.flags === flags);
  return found ?? (command.parent === null ? undefined : optionOf(command.parent, flags));
}

/** What stands between quotes. */
function wordIn(text: string): string {
  return /'(.*)'/s.exec(text)?.[1] ?? '';
}

function longOf(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

function seeHelp(command: Command): string {
  return `See ${nameOf(command)} --help.`;
}
