/** Returns the commands without subcommands, with their paths. */
import type { Command } from 'commander';

export interface Leaf {
  /** Without the name of the program. */
  readonly path: string;
  readonly command: Command;
}

export function leavesOf(parent: Command, path = ''): Leaf[] {
  return parent.commands.flatMap((command) => {
    const own = `${path} ${command.name()}`.trim();
    return command.commands.length > 0 ? leavesOf(command, own) : [{ path: own, command }];
  });
}
