/** Builds the command that does the same as the answers, without questions. Users can keep it or put it in a script. */

import { quoteWord } from '../../base/text/shell-words.ts';
import { DEFAULT_STORE_FOLDER } from '../../built-in-defaults.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import { SECRET_FIELDS } from '../../platform/secrets.ts';
import { type TargetChoice, whereOf } from '../options/target-options.ts';

/** Receives the text about the command that is equivalent to the answers. */
export interface Asked {
  equivalent?: string;
}

export interface Equivalent {
  /** The command as text for a shell. */
  readonly command: string;
  /** The names of the secrets that it leaves out. */
  readonly withheld: readonly string[];
}

/** The command made of words. The target is added if it is not the default one. */
export function equivalentOf(words: readonly string[], target: TargetChoice): string {
  const isUsual = target.kind === 'local' && target.store === DEFAULT_STORE_FOLDER;
  const where = isUsual ? [] : [target.kind === 'local' ? '--store' : '--base-url', whereOf(target)];
  return ['examctl', ...words, ...where].map(quoteWord).join(' ');
}

/** The command for a record that flags cannot express. It reads the record from standard input. */
export function equivalentOfRecord(words: readonly string[], target: TargetChoice, record: unknown): Equivalent {
  const withheld = new Set<string>();
  const text = JSON.stringify(record, (name, value: unknown) => {
    if (!SECRET_FIELDS.has(name)) return value;
    withheld.add(name);
    return undefined;
  });
  const line = equivalentOf([...words, '-', '--format', 'ndjson'], target);
  return { command: `${line} <<'END'\n${text}\nEND`, withheld: [...withheld] };
}

export function describeEquivalent({ command, withheld }: Equivalent): string {
  const without = withheld.length === 0 ? '' : ` (but for ${withheld.join(', ')}, which is secret)`;
  return `The same without questions${without}:\n${command}`;
}

/** The flag of a field. */
export function flagOf(field: string): string {
  return `--${kebabCase(field)}`;
}
