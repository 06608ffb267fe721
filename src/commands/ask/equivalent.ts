/** The command that does without questions what was answered: to be kept, or given to a script. */

import { DEFAULT_STORE_FOLDER } from '../../built-in-defaults.ts';
import type { Resource } from '../../platform/fields/field.ts';
import { isSecret } from '../../platform/secrets.ts';
import { quoteWord } from '../options/shell-words.ts';
import { type TargetChoice, whereOf } from '../options/target-options.ts';

export interface Equivalent {
  /** To be run in a shell. */
  readonly command: string;
  /** Secrets that it is without. */
  readonly withheld: readonly string[];
}

/** Of words; the target is added where it is not the usual one. */
export function equivalentOf(words: readonly string[], target: TargetChoice): string {
  const isUsual = target.kind === 'local' && target.store === DEFAULT_STORE_FOLDER;
  const where = isUsual ? [] : [target.kind === 'local' ? '--store' : '--base-url', whereOf(target)];
  return ['examctl', ...words, ...where].map(quoteWord).join(' ');
}

/** Of a record that no flags can say: from standard input. */
export function equivalentOfRecord(
  words: readonly string[],
  target: TargetChoice,
  record: unknown,
  resources: readonly Resource[],
): Equivalent {
  const withheld = new Set<string>();
  const isKnownSecret = (name: string) => resources.some(({ fields }) => isSecret(fields[name]));
  const text = JSON.stringify(record, (name, value: unknown) => {
    if (!isKnownSecret(name)) return value;
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
