/** The layout of a command's help: sections, wrapped to any width of the terminal. */

import type { Argument, Command, Help, Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { displayWidth, wrapToWidth } from '../output/terminal/display-width.ts';
import { type Examples, examplesOf, FIELD_FLAGS } from './options/create-command.ts';
import { fullName } from './options/words.ts';

/** A longer term gets its own line, so that it does not make all descriptions narrower. */
const MAX_TERM = 24;
const INDENT = 2;
const GAP = 2;
/** A narrower column of descriptions is hard to read, so descriptions then go below their terms. */
const MIN_DESCRIPTION = 30;
const NARROWEST = 20;

interface Item {
  readonly section: string;
  readonly term: string;
  readonly description: string;
}

const FOOTER = [
  'Read: docs/guides, docs/file-formats.md, "man examctl", "examctl explain".',
  `Ask: ${packageJson.bugs.url}, with what "--version --json" and --debug print.`,
];

export const HELP_LAYOUT: Partial<Help> = { formatHelp };

function formatHelp(command: Command, helper: Help): string {
  const { helpWidth = Infinity } = helper;
  const width = Math.max(NARROWEST, helpWidth);
  const usage = wrapToWidth(`${fullName(command)} ${command.usage()}`, width - USAGE.length);
  const items = itemsOf(command, helper);
  const termWidth = Math.max(
    0,
    ...items.map(({ term }) => displayWidth(term)).filter((columns) => columns <= MAX_TERM),
  );
  const sections = new Map<string, string[]>();
  for (const item of items) {
    const lines = sections.get(item.section) ?? [];
    sections.set(item.section, [...lines, ...formatItem(item, termWidth, width)]);
  }
  const examples = ['Examples:', ...formatExamples(examplesOf(command), helpWidth)];
  const isGroup = command.commands.length > 0;
  const blocks = [
    ...(isGroup ? [] : [examples]),
    [USAGE + usage.join(`\n${' '.repeat(USAGE.length)}`)],
    wrapToWidth(command.description(), width),
    ...[...sections].map(([section, lines]) => [`${section}:`, ...lines]),
    ...(isGroup ? [examples] : []),
    ...compactFlags(command, width),
    [...(command.parent === null ? [] : [GLOBAL_FLAGS]), ...FOOTER].flatMap((line) => wrapToWidth(line, helpWidth)),
  ];
  const texts = blocks.map((lines) => lines.join('\n')).filter((text) => text !== '');
  return `${texts.join('\n\n')}\n`;
}

const USAGE = 'Usage: ';

/** One line in the help of each command, in place of the flags that all commands have. */
const GLOBAL_FLAGS = 'Flags of every command: examctl help options';

function compactFlags(command: Command, width: number): string[][] {
  const flags = command.options.filter(({ helpGroupHeading }) => helpGroupHeading === FIELD_FLAGS);
  if (flags.length === 0) return [];
  const names = wrapToWidth(flags.map(({ long }) => long).join(', '), width - INDENT);
  const where = wrapToWidth('docs/reference/fields.md says what each of them means.', width - INDENT);
  return [[`${FIELD_FLAGS}:`, ...[...names, ...where].map((line) => ' '.repeat(INDENT) + line)]];
}

/** The text of `help options`: the flags of every command. */
export function globalFlagsPage(program: Command, helpWidth: number): string {
  const items = program.options.map((one) => ({ section: '', term: one.flags, description: describeFlag(one) }));
  const termWidth = Math.max(...items.map(({ term }) => term.length));
  const width = Math.max(NARROWEST, helpWidth);
  return ['Flags of every command:', ...items.flatMap((item) => formatItem(item, termWidth, width)), ''].join('\n');
}

/** The text of a call without any words: the groups of commands, on one screen. */
export function overview(program: Command, helpWidth: number): string {
  const width = Math.max(NARROWEST, helpWidth);
  const names = program.commands.map((command) => command.name());
  const termWidth = Math.max(...names.map((name) => name.length));
  const sections = new Set(program.commands.map((command) => command.helpGroup()));
  const lines = [...sections].flatMap((section) => [
    `${section}:`,
    ...program.commands
      .filter((command) => command.helpGroup() === section)
      .map((command) => ({ section, term: command.name(), description: command.summary() }))
      .flatMap((item) => formatItem(item, termWidth, width)),
  ]);
  const more = 'More: examctl --help; flags: examctl COMMAND --help';
  return [...wrapToWidth(program.description(), width), '', ...lines, '', ...wrapToWidth(more, width), ''].join('\n');
}

/** The entries of the help. */
function itemsOf(command: Command, helper: Help): Item[] {
  const option = (one: Option, section: string) => ({
    section,
    term: helper.optionTerm(one),
    description: describeFlag(one),
  });
  return [
    ...helper.visibleArguments(command).map((argument) => ({
      section: 'Arguments',
      term: argument.name(),
      description: describeFlag(argument),
    })),
    ...leavesOf(command).map(({ leaf, section }) => ({
      section,
      term: fullName(leaf).split(' ').slice(1).join(' '),
      description: leaf.summary(),
    })),
    ...helper
      .visibleOptions(command)
      .filter(({ helpGroupHeading }) => helpGroupHeading !== FIELD_FLAGS)
      .map((one) => option(one, one.helpGroupHeading ?? 'Options')),
  ];
}

/** Each command without subcommands, in the section of its noun. */
function leavesOf(command: Command, section = 'Commands'): { readonly leaf: Command; readonly section: string }[] {
  return command.commands.flatMap((child) => {
    const childSection = child.helpGroup() || section;
    return child.commands.length === 0 ? [{ leaf: child, section: childSection }] : leavesOf(child, childSection);
  });
}

/** The description with the possible values and the default. */
export function describeFlag({ description, argChoices, defaultValue }: Option | Argument): string {
  const values = argChoices === undefined ? '' : `: ${argChoices.join(', ')}`;
  return `${description}${values}${typeof defaultValue === 'string' ? ` (default ${defaultValue})` : ''}`;
}

function formatItem({ term, description }: Item, termWidth: number, width: number): string[] {
  const column = INDENT + termWidth + GAP;
  const hasColumn = width - column >= MIN_DESCRIPTION;
  const indent = hasColumn ? column : INDENT * 3;
  const lines = wrapToWidth(description, Math.max(NARROWEST - INDENT * 3, width - indent));
  const below = lines.map((line) => ' '.repeat(indent) + line);
  const head = ' '.repeat(INDENT) + term;
  // A flag is never broken, so that it can be copied.
  const heads = displayWidth(head) <= width ? [head] : head.replace(/ (?=\S+$)/, `\n${' '.repeat(INDENT)}`).split('\n');
  if (!hasColumn || displayWidth(term) > termWidth) return [...heads, ...below];
  return [head.padEnd(indent) + lines[0], ...below.slice(1)];
}

const MARGIN = ' '.repeat(INDENT);

/** Each example on a line with its purpose. If one does not fit, purposes go above, and long commands are continued. */
export function formatExamples(examples: Examples, width: number): string[] {
  const longest = Math.max(...examples.map(([line]) => line.length));
  const oneLine = examples.map(([line, purpose]) => `${MARGIN}${line.padEnd(longest)}  # ${purpose}`);
  if (oneLine.every((line) => displayWidth(line) <= width)) return oneLine;
  const room = width - MARGIN.length;
  return examples.flatMap(([line, purpose]) => [
    ...wrapToWidth(purpose, room - '# '.length).map((text) => `${MARGIN}# ${text}`),
    ...continued(line, room).map((text) => MARGIN + text),
  ]);
}

/** Breaks a command into lines that a shell reads as one. A quoted text is never broken. */
function continued(line: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of line.match(/(?:"[^"]*"|[^\s"])+/g) ?? []) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (last.length + word.length + ` ${CONTINUED}`.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(MARGIN + word);
  }
  return lines.map((text, index) => (index < lines.length - 1 ? text + CONTINUED : text));
}

const CONTINUED = ' \\';
