/**
 * Splits short flags that are written as one word: `-nq` becomes `-n -q`. Commander does not do this for a word that
 * mixes flags of the program with flags of the command, since each of the two knows only its own flags.
 */
import type { Command, Option } from 'commander';
import { commandOf, optionsOf } from './command-tree.ts';

export function splitShortFlags(argv: readonly string[], program: Command): string[] {
  const options = optionsByName(commandOf(argv, program));
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
function optionsByName(command: Command): Map<string, Option> {
  // Later entries replace earlier ones, so those of the command come last.
  const options = optionsOf(command).reverse();
  return new Map(
    options.flatMap((option) => [option.short, option.long].flatMap((name) => (name ? [[name, option] as const] : []))),
  );
}

/** The text after a flag with a value is that value. The rest after an unknown letter stays: commander refuses it. */
function splitWord(word: string, options: ReadonlyMap<string, Option>): string[] {
  if (!/^-[A-Za-z]{2,}/.test(word)) return [word];
  const first = options.get(word.slice(0, 2));
  if (first === undefined || first.required || first.optional) return [word];
  return [word.slice(0, 2), ...splitWord(`-${word.slice(2)}`, options)];
}
