/** Finds the words that can stand at the cursor of a command line. After any error, it offers nothing. */
import type { Argument, Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { forTerminal } from '../../output/terminal/escape.ts';
import { optionsOf } from '../options/command-tree.ts';
import { type Line, type Offer, offerFor, type Values } from './values.ts';
import { CURRENT } from './words.ts';

/** The lines for the script. `words` come from the script: the word at the cursor, then the words before it. */
export async function complete(context: Context, program: Command, words: readonly string[]): Promise<string> {
  const [first = '', ...before] = words;
  const current = first.startsWith(CURRENT) ? first.slice(CURRENT.length) : '';
  const { values, also } = await offerAt(context, readLine(program, before), current);
  const lines = values.map(([value, meaning = '']) => `${value}\t${forTerminal(meaning, { max: MAX_MEANING })}`);
  return [...lines, `:${also}`, ''].join('\n');
}

const MAX_MEANING = 70;

function readLine(program: Command, words: readonly string[]): Line {
  const flags = new Map<string, string>();
  const positionals: string[] = [];
  let [command, open, isLiteral]: [Command, Option | undefined, boolean] = [program, undefined, false];
  for (const word of words) {
    const [name = '', value] = word.split(/=(.*)/s);
    // Bash treats the `=` between a flag and its value as a word.
    if (open !== undefined && word === '=') continue;
    if (open !== undefined) {
      flags.set(open.long ?? '', word);
      open = undefined;
    } else if (word === '--') isLiteral = true;
    else if (word.startsWith('-') && !isLiteral) {
      const option = optionOf(command, name);
      if (value !== undefined) flags.set(name, value);
      else if (takesValue(option)) open = option;
    } else {
      const child = command.commands.find((one) => one.name() === word);
      if (child === undefined) positionals.push(word);
      else command = child;
    }
  }
  return { command, positionals, flags, open, isLiteral };
}

async function offerAt(context: Context, line: Line, current: string): Promise<Offer> {
  const { command, open, positionals, isLiteral } = line;
  if (open !== undefined) return matching(await valuesOf(context, line, open), current);
  const [name = '', value] = current.split(/=(.*)/s);
  const option = isLiteral ? undefined : optionOf(command, name);
  if (value !== undefined && option !== undefined) {
    const { values, also } = matching(await valuesOf(context, line, option), value);
    return { values: values.map(([word, meaning]) => [`${name}=${word}`, meaning]), also };
  }
  if (current.startsWith('-') && !isLiteral) return matching({ values: flagsOf(command), also: 'none' }, current);
  if (command.commands.length > 0) {
    const values = command.commands.map((child) => [child.name(), child.summary()] as const);
    return matching({ values, also: 'none' }, current);
  }
  const argument = argumentAt(command, positionals.length);
  return argument === undefined ? NOTHING : matching(await valuesOf(context, line, argument), current);
}

const NOTHING: Offer = { values: [], also: 'none' };

async function valuesOf(context: Context, line: Line, declared: Argument | Option): Promise<Offer> {
  if (declared.argChoices !== undefined) return { values: declared.argChoices.map((value) => [value]), also: 'none' };
  return offerFor(context, line, declared).catch(() => NOTHING);
}

/** The values that continue the current word, without values with control characters, which could harm the shell. */
function matching({ values, also }: Offer, current: string): Offer {
  const found = values.filter(([value]) => value.startsWith(current) && !/\p{Cc}/u.test(value));
  return { values: found, also };
}

function flagsOf(command: Command): Values {
  const flags = optionsOf(command)
    .filter(({ hidden }) => !hidden)
    .map(({ long, short, description }) => [long ?? short ?? '', description] as const);
  return [...flags, ['--help', 'show help']];
}

function optionOf(command: Command, name: string): Option | undefined {
  return optionsOf(command).find(({ long, short }) => name !== '' && (long === name || short === name));
}

function takesValue(option: Option | undefined): option is Option {
  return option !== undefined && (option.required || option.optional);
}

function argumentAt({ registeredArguments }: Command, index: number): Argument | undefined {
  const last = registeredArguments.at(-1);
  return registeredArguments[index] ?? (last?.variadic ? last : undefined);
}
