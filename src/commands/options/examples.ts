import type { Command } from 'commander';
import { displayWidth, wrapToWidth } from '../../output/terminal/display-width.ts';

/** Examples with their purposes. The help of a command begins with them. */
export type Examples = readonly (readonly [command: string, purpose: string])[];

const examplesByCommand = new WeakMap<Command, Examples>();

export function examplesOf(command: Command): Examples {
  return examplesByCommand.get(command) ?? [];
}

/** The examples of a group: the first one of each of its commands. */
export function firstExamples(commands: readonly Command[]): Examples {
  return commands.flatMap((command) => examplesOf(command).slice(0, 1));
}

export function addExamples(command: Command, examples: Examples): Command {
  examplesByCommand.set(command, examples);
  return command;
}

const INDENT = '  ';

/** Each example on a line with its purpose. If one does not fit, purposes go above, and long commands are continued. */
export function formatExamples(examples: Examples, width: number): string[] {
  const longest = Math.max(...examples.map(([line]) => line.length));
  const oneLine = examples.map(([line, purpose]) => `${INDENT}${line.padEnd(longest)}  # ${purpose}`);
  if (oneLine.every((line) => displayWidth(line) <= width)) return oneLine;
  const room = width - INDENT.length;
  return examples.flatMap(([line, purpose]) => [
    ...wrapToWidth(purpose, room - '# '.length).map((text) => `${INDENT}# ${text}`),
    ...continued(line, room).map((text) => INDENT + text),
  ]);
}

/** Breaks a command into lines that a shell reads as one. A quoted text is never broken. */
function continued(line: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of line.match(/(?:"[^"]*"|[^\s"])+/g) ?? []) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (last.length + word.length + ` ${CONTINUED}`.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(INDENT + word);
  }
  return lines.map((text, index) => (index < lines.length - 1 ? text + CONTINUED : text));
}

const CONTINUED = ' \\';
