/** Finds the words that can stand at the cursor of a command line. After any error, it offers nothing. */
import { type Argument, type Command, Option } from 'commander';
import type { Environment } from '../../base/environment.ts';
import type { Context } from '../../context.ts';
import { forTerminal } from '../../output/terminal/escape.ts';
import { readSettingsFiles } from '../../settings/settings-file.ts';
import { SETTING_NAMES, settingOf } from '../../settings/table.ts';
import { CURRENT, optionsOf } from '../options/words.ts';

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
  let operands = 0;
  let [command, open, isLiteral]: [Command, Option | undefined, boolean] = [program, undefined, false];
  for (const word of words) {
    const [name = '', value] = word.split(/=(.*)/s);
    // Bash treats the `=` between a flag and its value as a word.
    if (open !== undefined && word === '=') continue;
    if (open !== undefined) open = undefined;
    else if (word === '--') isLiteral = true;
    else if (word.startsWith('-') && !isLiteral) {
      const option = optionOf(command, name);
      if (value === undefined && takesValue(option)) open = option;
    } else {
      const child = command.commands.find((one) => one.name() === word);
      if (child === undefined) operands += 1;
      else command = child;
    }
  }
  return { command, operands, open, isLiteral };
}

async function offerAt(context: Context, line: Line, current: string): Promise<Offer> {
  const { command, open, operands, isLiteral } = line;
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
  const argument = argumentAt(command, operands);
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

type Values = readonly (readonly [value: string, meaning?: string | undefined])[];

interface Offer {
  readonly values: Values;
  /** What the shell itself should offer in addition. */
  readonly also: 'files' | 'folders' | 'none';
}

/** The command line up to the cursor. */
interface Line {
  readonly command: Command;
  /** How many words are neither flags nor names of commands. */
  readonly operands: number;
  /** The flag whose value is at the cursor. */
  readonly open?: Option | undefined;
  /** Whether the cursor is after `--`, where no word is a flag. */
  readonly isLiteral: boolean;
}

type Source = (env: Environment) => Promise<Offer>;

async function offerFor(context: Context, { command }: Line, declared: Argument | Option): Promise<Offer> {
  const name = declared instanceof Option ? placeholderOf(declared) : declared.name();
  const long = declared instanceof Option ? (declared.long ?? '') : '';
  const path = `${command.parent?.name()} ${command.name()} ${name}`;
  const source = SOURCES[long] ?? SOURCES[path] ?? SOURCES[name];
  return source === undefined ? NOTHING : source(context.env);
}

/** The placeholder of a flag: `file` for `--report <file>` and for `--out <file.csv>`. */
function placeholderOf({ flags }: Option): string {
  return /[<[](\w+)/.exec(flags)?.[1] ?? '';
}

/** Keys are a flag, a command path with the name of an argument, or only that name. */
const SOURCES: Readonly<Record<string, Source>> = {
  file: async () => ({ values: [], also: 'files' }),
  store: async () => ({ values: [], also: 'folders' }),
  zone: async () => offerOnly(Intl.supportedValuesOf('timeZone').map((zone) => [zone])),
  key: async () => offerOnly(SETTING_NAMES.map((name) => [name, settingOf(name).meaning])),
  run: async (env) => {
    const { listRuns } = await import('../runs/run-list.ts');
    const runs = await listRuns(env, () => {});
    return offerOnly([...runs.map(({ run, command, state }) => [run, `${command}, ${state}`] as const), ['latest']]);
  },
  rule: async () => offerOnly((await import('../../platform/explain/explain.ts')).knownRules().map((rule) => [rule])),
  'profile use name': profileNames,
  '--profile': profileNames,
  '--confirm': profileNames,
};

async function profileNames(env: Environment): Promise<Offer> {
  const { project, user } = readSettingsFiles(env);
  const names = [project, user].flatMap((file) => [...(file?.profiles.keys() ?? [])]);
  return offerOnly([...new Set(names)].map((name) => [name]));
}

function offerOnly(values: Values): Offer {
  return { values, also: 'none' };
}
