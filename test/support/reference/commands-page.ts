/** The page of all commands with arguments, flags and examples, from their declarations. */
import type { Argument, Command, Option } from 'commander';
import { formatExamples } from '../../../src/commands/help-page.ts';
import { examplesOf } from '../../../src/commands/options/create-command.ts';
import { createProgram } from '../../../src/commands/program.ts';
import type { Context } from '../../../src/context.ts';
import { EXIT_CODES } from '../../../src/errors.ts';
import { type Leaf, leavesOf } from './leaves.ts';
import { code, page, table } from './markdown.ts';

/** Not used: commands are declared, and none runs. */
const NO_CONTEXT = {} as Context;

export function commandsPage(): string {
  const program = createProgram(NO_CONTEXT, '0.0.0');
  return page('Commands', [
    program.description(),
    `## Flags of every command\n\n${optionTable(program.options)}`,
    ...leavesOf(program).map(section),
    `## Exit codes\n\n${exitCodeTable()}\nWhat each of them means is told in [exit codes](../exit-codes.md).`,
  ]);
}

function section({ path, command }: Leaf): string {
  const headings = new Set(visible(command.options).map(headingOf));
  const parts = [
    `## ${path}`,
    command.description(),
    `\`\`\`\nexamctl ${path} ${command.usage()}\n\`\`\``,
    ...examples(command),
    ...(command.registeredArguments.length > 0 ? [argumentTable(command.registeredArguments)] : []),
    ...[...headings].map((heading) => {
      const options = command.options.filter((option) => headingOf(option) === heading);
      return `${heading ? `${heading}:\n\n` : ''}${optionTable(options)}`;
    }),
  ];
  return parts.map((part) => part.trimEnd()).join('\n\n');
}

function headingOf({ helpGroupHeading }: Option): string {
  return helpGroupHeading ?? '';
}

function examples(command: Command): string[] {
  const lines = formatExamples(examplesOf(command), Infinity).map((line) => line.trimStart());
  return lines.length === 0 ? [] : [`\`\`\`sh\n${lines.join('\n')}\n\`\`\``];
}

function argumentTable(args: readonly Argument[]): string {
  return table(
    ['Argument', 'Meaning'],
    args.map((argument) => [
      code(
        `${argument.required ? '<' : '['}${argument.name()}${argument.variadic ? '...' : ''}${argument.required ? '>' : ']'}`,
      ),
      withChoices(argument.description, argument.argChoices),
    ]),
  );
}

function optionTable(options: readonly Option[]): string {
  return table(
    ['Flag', 'Meaning'],
    visible(options).map(({ flags, description, argChoices, defaultValue }) => {
      const meaning = withChoices(description, argChoices);
      return [code(flags), typeof defaultValue === 'string' ? `${meaning} (default: ${defaultValue})` : meaning];
    }),
  );
}

function withChoices(meaning: string, choices: readonly string[] | undefined): string {
  return choices === undefined ? meaning : `${meaning}: ${choices.map(code).join(', ')}`;
}

function visible(options: readonly Option[]): Option[] {
  return options.filter(({ hidden }) => !hidden);
}

function exitCodeTable(): string {
  return table(
    ['Code', 'Name'],
    Object.entries(EXIT_CODES).map(([name, number]) => [String(number), name]),
  );
}
