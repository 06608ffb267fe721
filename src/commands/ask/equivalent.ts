/** Builds the command that does the same as the answers, without questions. Users can keep it or put it in a script. */

import { quoteWord } from '../../base/text/shell-words.ts';
import type { Finding } from '../../model/finding.ts';
import { escapeJson } from '../../output/terminal/escape.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import { SECRET_FIELDS } from '../../platform/secrets.ts';
import type { Effect } from '../../platform/service.ts';
import type { Call } from '../options/call.ts';
import type { TargetCall } from '../options/target-options.ts';

/** Receives what the run and its report need to know of the questions. */
export interface Asked {
  /** The text about the command that is equivalent to the answers. */
  equivalent?: string | undefined;
  /** Whether an effect is the one that the user has agreed to. Absent if none could be shown. */
  isAsShown?: ((effect: Effect) => boolean) | undefined;
  /** The findings that were shown before a question. The screen does not repeat them. */
  said?: ReadonlySet<Finding> | undefined;
}

export interface Equivalent {
  /** The command as text for a shell. */
  readonly command: string;
  /** The names of the secrets that it leaves out. */
  readonly withheld: readonly string[];
}

/** The command made of words and operands, with all flags of the call except those that the words replace. */
export function equivalentOf(
  { given, settings, global }: Call,
  words: readonly string[],
  replaced: readonly string[],
  operands: readonly string[] = [],
): string {
  const others = given.filter(({ flag }) => !replaced.includes(flag)).flatMap((one) => one.words);
  const { profile } = settings;
  const isTyped = profile?.isProtected === true && global.confirm === undefined;
  const confirmed = isTyped ? ['--confirm', profile.name] : [];
  const flags = [...others, ...confirmed];
  // After `--`, no operand is taken for a flag.
  const hasDash = operands.some((operand) => operand.startsWith('-'));
  const rest = hasDash ? [...flags, '--', ...operands] : [...operands, ...flags];
  return ['examctl', ...words, ...rest].map(quoteWord).join(' ');
}

/** The secret that a question asked for, if it asked for a token. */
export function typedToken({ context, settings, target }: TargetCall): readonly string[] {
  const isFound = context.env['EXAMCTL_TOKEN'] || settings.find('tokenFile') || settings.find('tokenCommand');
  return target.kind === 'local' || target.tokenFile !== undefined || isFound ? [] : ['EXAMCTL_TOKEN'];
}

/** The command for a record that flags cannot express. It reads the record from standard input. */
export function equivalentOfRecord(
  call: TargetCall,
  words: readonly string[],
  record: unknown,
  replaced: readonly string[] = [],
): Equivalent {
  const withheld = new Set<string>(typedToken(call));
  const text = JSON.stringify(record, (name, value: unknown) => {
    if (!SECRET_FIELDS.has(name)) return value;
    withheld.add(name);
    return undefined;
  });
  const line = equivalentOf(call, [...words, '-', '--format', 'ndjson'], [...replaced, '--format']);
  return { command: `${line} <<'END'\n${escapeJson(text)}\nEND`, withheld: [...withheld] };
}

export function describeEquivalent({ command, withheld }: Equivalent): string {
  const verb = withheld.length === 1 ? 'is' : 'are';
  const without = withheld.length === 0 ? '' : ` (but for ${withheld.join(', ')}, which ${verb} secret)`;
  return `The same without questions${without}:\n${command}`;
}

/** The flag of a field. */
export function flagOf(field: string): string {
  return `--${kebabCase(field)}`;
}
