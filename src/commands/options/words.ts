/**
 * Prepares the words of a command line for commander. Short flags that are written as one word are split: `-nq` becomes
 * `-n -q`. Commander does not do this for a word that mixes flags of the program with flags of the command, since each
 * of the two knows only its own flags. For the same reason, flags before the names of the command go behind them.
 */
import type { Command, Option } from 'commander';
import { quoteWord } from '../../base/text/shell-words.ts';
import { UsageError } from '../../errors.ts';

/** The completion scripts call the program with this word, then the word at the cursor, then the words before it. */
export const COMPLETE_WORD = '__complete';
export const CURRENT = 'current=';

/** The command that the words name. If they name an unknown subcommand, the innermost known command. */
export function commandOf(argv: readonly string[], program: Command): Command {
  return readNames(argv, program).command;
}

export function prepareWords(argv: readonly string[], program: Command): string[] {
  const { command, names, others } = readNames(argv, program);
  const options = namedOptionsOf(command);
  const end = others.indexOf('--');
  const words = end === -1 ? others : others.slice(0, end);
  let open: Option | undefined;
  const split = words.flatMap((word) => {
    if (open !== undefined) {
      if (options.has(word) || HELP_FLAGS.has(word)) throw noValue(open, word);
      open = undefined;
      return [word];
    }
    const parts = splitWord(word, options);
    for (const part of parts) refuseValue(part, options);
    open = optionWithValue(parts, options);
    return parts;
  });
  if (open !== undefined && end !== -1) throw noValue(open, '--');
  return [...names, ...split, ...others.slice(words.length)];
}

const HELP_FLAGS: ReadonlySet<string> = new Set(['-h', '--help']);

/** Commander would take the next flag for the value. In a script, a variable that is not set must not undo `--dry-run`. */
function noValue({ long, short }: Option, next: string): UsageError {
  const name = long ?? short ?? '';
  return new UsageError(`${name} needs a value, and ${next} follows it`, {
    hint: `If ${next} is the value, write ${name}=${next}.`,
  });
}

function refuseValue(word: string, options: Options): void {
  const [, name = ''] = /^(-\w|--[\w-]+)=/.exec(word) ?? [];
  if (options.get(name)?.required === false) {
    throw new UsageError(`${name} takes no value: ${word}`, { hint: `Write ${name} alone.` });
  }
}

interface Names {
  readonly command: Command;
  readonly names: readonly string[];
  /** All other words, in their order. */
  readonly others: readonly string[];
}

/** Finds the names of the command, also after flags and their values. The first other word ends them. */
function readNames(argv: readonly string[], program: Command): Names {
  let command = program;
  const names: string[] = [];
  const others: string[] = [];
  let isValue = false;
  for (const [index, word] of argv.entries()) {
    const child = isValue ? undefined : command.commands.find((one) => one.name() === word);
    if (child !== undefined) {
      command = child;
      names.push(word);
    } else if (isValue || /^-(?!-$)./.test(word)) {
      const options = new Map([...optionsBelow(command), ...namedOptionsOf(command)]);
      isValue = !isValue && optionWithValue(splitWord(word, options), options) !== undefined;
      others.push(word);
    } else return { command, names, others: [...others, ...argv.slice(index)] };
  }
  return { command, names, others };
}

/** A flag of a command line as the user typed it, or one of the other words: the names of the command, and its files. */
export interface GivenFlag {
  /** Its long name; empty for another word. */
  readonly flag: string;
  /** The flag and its value. */
  readonly words: readonly string[];
}

/** The words of a command that has been called, in their order. Settings and defaults are not among them. */
export function givenFlags(command: Command): GivenFlag[] {
  const options = namedOptionsOf(command);
  const [...words] = wordsOf(command);
  const given: GivenFlag[] = [];
  for (let word = words.shift(); word !== undefined && word !== '--'; word = words.shift()) {
    const name = word.startsWith('--') ? word.replace(/=.*/s, '') : word.slice(0, 2);
    const { long, required } = options.get(name) ?? {};
    given.push({ flag: long ?? '', words: required && word === name ? [word, ...words.splice(0, 1)] : [word] });
  }
  return [...given, ...words.map((word) => ({ flag: '', words: [asArgument(word)] }))];
}

/** The name of a file as an argument. A name that looks like a flag gets `./` before it. */
export function asArgument(file: string): string {
  return file.startsWith('-') && file !== '-' ? `./${file}` : file;
}

/** The words that commander has parsed. Its types do not have them. */
function wordsOf(command: Command): readonly string[] {
  if (command.parent !== null) return wordsOf(command.parent);
  return (command as Command & { readonly rawArgs: readonly string[] }).rawArgs;
}

type Options = ReadonlyMap<string, Option>;

/** The options of a command and its parents, by name: `-n`, and `--dry-run`. Those of the command replace the others. */
function namedOptionsOf(command: Command): Options {
  return new Map(withParents(command).reverse().flatMap(ownOptions));
}

/** The options of the commands below. */
function optionsBelow({ commands }: Command): [string, Option][] {
  return commands.flatMap((command) => [...optionsBelow(command), ...ownOptions(command)]);
}

function ownOptions({ options }: Command): [string, Option][] {
  return options.flatMap((option) =>
    [option.short, option.long].flatMap((name): [string, Option][] => (name ? [[name, option]] : [])),
  );
}

/** The option whose value is the next word. */
function optionWithValue(parts: readonly string[], options: Options): Option | undefined {
  const option = options.get(parts.at(-1) ?? '');
  return option?.required === true ? option : undefined;
}

/** The text after a flag with a value is that value. The rest after an unknown letter stays: commander refuses it. */
function splitWord(word: string, options: Options): string[] {
  if (!/^-[A-Za-z]{2,}/.test(word)) return [word];
  const first = options.get(word.slice(0, 2));
  if (first === undefined || first.required || first.optional) return [word];
  return [word.slice(0, 2), ...splitWord(`-${word.slice(2)}`, options)];
}

/** The flags that say where a command works. A setting also applies to the next command, so it needs no flag. */
const TARGET_FLAGS = ['--profile', '--store', '--tenant', '--store-password-file'];

interface Given {
  readonly given: readonly GivenFlag[];
}

/** The words of those given flags that `flags` names. */
export function wordsGiven({ given }: Given, flags: readonly string[]): string[] {
  return given.filter(({ flag }) => flags.includes(flag)).flatMap((one) => one.words);
}

/** The given flags that say where, for a command that follows at the same target; with a blank before each. */
export function targetFlags(call: Given): string {
  return wordsGiven(call, TARGET_FLAGS)
    .map((word) => ` ${quoteWord(word)}`)
    .join('');
}

/** A command that follows a call, at the same target. */
export function nextCommand(words: readonly string[], call: Given): string {
  return ['examctl', ...words].map(quoteWord).join(' ') + targetFlags(call);
}

/** The command, then its parents up to the program. */
function withParents(command: Command): Command[] {
  return command.parent === null ? [command] : [command, ...withParents(command.parent)];
}

/** The name after those of the parents: `examctl schedule push`. */
export function fullName(command: Command): string {
  const names = withParents(command).map((one) => one.name());
  return names.reverse().join(' ');
}

/** The options of a command, then those of its parents. */
export function optionsOf(command: Command): Option[] {
  return withParents(command).flatMap(({ options }) => options);
}
