/** `completion SHELL`: prints the script with which a shell completes commands of this program. */
import { Argument, type Command } from 'commander';
import type { Context } from '../../context.ts';
import { createCommand, setAction } from '../options/call.ts';

const SHELLS = ['bash', 'zsh', 'fish', 'pwsh'] as const;

export function completionCommand(context: Context): Command {
  const command = createCommand('completion', {
    summary: 'print the script that makes a shell complete commands',
    description:
      'Prints a script for a shell. With it, the Tab key completes commands, flags, kinds, files, time zones, runs, ' +
      'profiles, and the ids in the store of the embedded engine. Nothing is ever asked of a remote platform.',
    examples: [
      ['examctl completion bash > ~/.local/share/bash-completion/completions/examctl', 'for every bash from now on'],
      ['examctl completion zsh > ~/.zfunc/_examctl', 'for zsh, in a folder of its fpath'],
      ['examctl completion fish > ~/.config/fish/completions/examctl.fish', 'for fish'],
      ['examctl completion pwsh >> $PROFILE', 'for PowerShell'],
    ],
  }).addArgument(new Argument('<shell>', 'which shell').choices(SHELLS));
  return setAction(context, command, async ({ output }, shell: (typeof SHELLS)[number]) => {
    const { SCRIPTS } = await import('./scripts.ts');
    await output.data(SCRIPTS[shell]);
  });
}
