/** Finds commands, their parents and their options in the tree of commands. */
import type { Command, Option } from 'commander';

/** The command that the words name. If they name an unknown subcommand, the innermost known command. */
export function commandOf(argv: readonly string[], program: Command): Command {
  let command = program;
  for (const word of argv) command = command.commands.find((child) => child.name() === word) ?? command;
  return command;
}

/** The command, then its parents up to the program. */
export function withParents(command: Command): Command[] {
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
