import type { Command } from 'commander';

/** Examples and what each is for; they stand before everything else in a command's help. */
export type Examples = readonly (readonly [command: string, purpose: string])[];

const DOCS = 'Exit codes, file formats and recovery: the folder docs beside this program.';

export function addExamples(command: Command, examples: Examples): Command {
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, purpose]) => `  ${line.padEnd(width)}  # ${purpose}`);
  return command.addHelpText('before', `Examples:\n${lines.join('\n')}\n`).addHelpText('after', `\n${DOCS}`);
}
