/**
 * Short flags that are written as one word: `-nq` is `-n -q`, in whichever order. The library passes such a word from the
 * program to the command as it is, and each of them knows its own flags alone.
 */
import type { Command, Option } from 'commander';

/** The command that the words name, or the innermost of them that there is. */
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

/** By what is typed: `-n`, and `--dry-run`. */
function optionsOf(command: Command): Map<string, Option> {
  const own = command.options.flatMap((option) =>
    [option.short, option.long].flatMap((name) => (name ? [[name, option] as const] : [])),
  );
  return new Map([...(command.parent === null ? [] : optionsOf(command.parent)), ...own]);
}

/** What follows a flag that takes a value is the value; a letter that is no flag is left to who refuses it. */
function splitWord(word: string, options: ReadonlyMap<string, Option>): string[] {
  if (!/^-[A-Za-z]{2,}/.test(word)) return [word];
  const first = options.get(word.slice(0, 2));
  if (first === undefined || first.required || first.optional) return [word];
  return [word.slice(0, 2), ...splitWord(`-${word.slice(2)}`, options)];
}
