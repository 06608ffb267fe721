import type { Command } from 'commander';

/** Examples and what each is for; they stand before everything else in a command's help. */
export type Examples = readonly (readonly [command: string, purpose: string])[];

const DOCS = 'Exit codes, file formats and recovery: the folder docs beside this program.';

const examplesByCommand = new WeakMap<Command, Examples>();

/** What a group shows: the first example of each of its commands. */
export function firstExamples(commands: readonly Command[]): Examples {
  return commands.flatMap((command) => examplesByCommand.get(command)?.slice(0, 1) ?? []);
}

export function addExamples(command: Command, examples: Examples): Command {
  examplesByCommand.set(command, examples);
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, purpose]) => `  ${line.padEnd(width)}  # ${purpose}`);
  return command.addHelpText('before', `Examples:\n${lines.join('\n')}\n`).addHelpText('after', `\n${DOCS}`);
}
