/**
 * Splits short flags that are written as one word: `-nq` becomes `-n -q`. Commander does not do this for a word that
 * mixes flags of the program with flags of the command, since each of the two knows only its own flags.
 */
import type { Command, Option } from 'commander';

/** The command that the words name. If they name an unknown subcommand, the innermost known command. */
export function commandOf(argv: readonly string[], program: Command): Command {
  let command = program;
  for (const word of argv) command = command.commands.find((child) => child.name() === word) ?? command;
  return command;
}

export function splitShortFlags(argv: readonly string[], program: Command): string[] {
  const options = optionsOf(commandOf(argv, program));
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  let isValue = false;
  const split = words.flatMap((word) => {
    const parts = isValue ? [word] : splitWord(word, options);
    isValue = !isValue && options.get(parts.at(-1) ?? '')?.required === true;
    return parts;
  });
  return [...split, ...argv.slice(words.length)];
}

/** The options of a command and its parents, by name: `-n`, and `--dry-run`. */
function optionsOf(command: Command): Map<string, Option> {
  const options = command.options.flatMap((option) =>
    [option.short, option.long].flatMap((name) => (name ? [[name, option] as const] : [])),
  );
  return new Map([...(command.parent === null ? [] : optionsOf(command.parent)), ...options]);
}

/** The text after a flag with a value is that value. The rest after an unknown letter stays: commander refuses it. */
function splitWord(word: string, options: ReadonlyMap<string, Option>): string[] {
  if (!/^-[A-Za-z]{2,}/.test(word)) return [word];
  const first = options.get(word.slice(0, 2));
  if (first === undefined || first.required || first.optional) return [word];
  return [word.slice(0, 2), ...splitWord(`-${word.slice(2)}`, options)];
}
