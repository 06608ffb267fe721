/** Words the question for one field. */
import { foldName } from '../../base/closest.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import type { Prompter } from '../../output/terminal/prompts.ts';
import type { Field, Resource } from '../../platform/fields/field.ts';
import { type AskedField, checkAnswer } from './check-answer.ts';

export function askedField<R extends Resource>(resource: R, name: keyof R['fields'] & string): AskedField {
  return { resource, name, field: resource.fields[name] as Field };
}

/** Asks for one field that is required. */
export function askRequired(prompter: Prompter, asked: AskedField): Promise<string> {
  return prompter.text(questionOf(asked), (text) => checkAnswer(asked, text, true));
}

/** The question for a field, with its meaning or an example if these are hard to guess. */
export function questionOf({ name, field }: Omit<AskedField, 'resource'>, { zone }: ConversionOptions = {}): string {
  const time = zone ? `2027-03-01 09:00 in ${zone.name}` : '2027-03-01 09:00+01:00';
  const words = [meaningBeyond(name, field), field.kind === 'date-time' ? `such as ${time}` : undefined];
  const known = words.filter((word) => word !== undefined);
  return known.length === 0 ? `${name}:` : `${name} (${known.join(', ')}):`;
}

/** The meaning of a field; `undefined` if it only repeats the name. */
export function meaningBeyond(name: string, { meaning }: Field): string | undefined {
  return foldName(name) === foldName(meaning) ? undefined : meaning;
}
