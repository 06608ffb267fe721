/** The layout of a command's help: sections, wrapped to any width of the terminal. */

import type { Argument, Command, Help, Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { displayWidth, wrapToWidth } from '../output/terminal/display-width.ts';
import { fullName, withParents } from './options/command-tree.ts';
import { examplesOf, formatExamples } from './options/examples.ts';

/** A longer term gets its own line, so that it does not make all descriptions narrower. */
const MAX_TERM = 27;
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
  'Read: docs/operations.md and docs/file-formats.md beside this program; "man examctl"; "examctl explain RULE".',
  `Ask: ${packageJson.bugs.url}, with what "examctl --version --json" and the command with --debug print.`,
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
  const blocks = [
    ['Examples:', ...formatExamples(examplesOf(command), helpWidth)],
    [USAGE + usage.join(`\n${' '.repeat(USAGE.length)}`)],
    wrapToWidth(command.description(), width),
    ...[...sections].map(([section, lines]) => [`${section}:`, ...lines]),
    FOOTER.flatMap((line) => wrapToWidth(line, helpWidth)),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const USAGE = 'Usage: ';

/** The entries of the help. Those of the command come before the flags of every command. */
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
    ...helper.visibleOptions(command).map((one) => option(one, one.helpGroupHeading ?? 'Options')),
    ...withParents(command)
      .slice(1)
      .flatMap(({ options }) => options.map((one) => option(one, 'Flags of every command'))),
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
