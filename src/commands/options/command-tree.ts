/** The parents and the options of a command. */
import type { Command, Option } from 'commander';

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
