/** Builds the command that does the same as the answers, without questions. Users can keep it or put it in a script. */

import { quoteWord } from '../../base/text/shell-words.ts';
import { escapeJson } from '../../output/terminal/escape.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import { SECRET_FIELDS } from '../../platform/secrets.ts';
import type { Call } from '../options/call.ts';
import type { TargetCall } from '../options/target-options.ts';

/** The command made of words and operands, with all flags of the call except those that the words replace. */
export function equivalentOf(
  { given, settings, global }: Call,
  words: readonly string[],
  replaced: readonly string[],
  operands: readonly string[] = [],
): string {
  const others = given.filter(({ flag }) => flag !== '' && !replaced.includes(flag)).flatMap((one) => one.words);
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
function typedToken({ context, settings, target }: TargetCall): readonly string[] {
  const isFound = context.env['EXAMCTL_TOKEN'] || settings.find('tokenFile') || settings.find('tokenCommand');
  return target.kind === 'local' || target.tokenFile !== undefined || isFound ? [] : ['EXAMCTL_TOKEN'];
}

/** Describes the command for a record that flags cannot express. It reads the record from standard input. */
export function equivalentOfRecord(
  call: TargetCall,
  words: readonly string[],
  record: unknown,
  replaced: readonly string[] = [],
): string {
  const withheld = new Set<string>();
  const text = JSON.stringify(record, (name, value: unknown) => {
    if (!SECRET_FIELDS.has(name)) return value;
    withheld.add(name);
    return undefined;
  });
  const line = equivalentOf(call, [...words, '-', '--format', 'ndjson'], [...replaced, '--format']);
  return describeEquivalent(call, `${line} <<'END'\n${escapeJson(text)}\nEND`, [...withheld]);
}

/** `secrets`: the names of those that the command leaves out, besides a token. */
export function describeEquivalent(call: TargetCall, command: string, secrets: readonly string[] = []): string {
  const withheld = [...typedToken(call), ...secrets];
  const verb = withheld.length === 1 ? 'is' : 'are';
  const without = withheld.length === 0 ? '' : ` (but for ${withheld.join(', ')}, which ${verb} secret)`;
  return `The same without questions${without}:\n${command}`;
}

/** The flag of a field, which names a file for a secret. */
export function flagOf(field: string): string {
  return `--${kebabCase(field)}${SECRET_FIELDS.has(field) ? '-file' : ''}`;
}
