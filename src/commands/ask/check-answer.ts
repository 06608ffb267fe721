/** Words the question for one field, checks its answer against the contract, and shows a value in a form to be edited. */

import { foldName } from '../../base/closest.ts';
import { isObject } from '../../base/json-value.ts';
import { type RowValue, readCell } from '../../input/table/row-values.ts';
import { LIST_SEPARATOR } from '../../input/values/cell-lists.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import { escapeJson, forTerminal } from '../../output/terminal/escape.ts';
import type { Prompter } from '../../output/terminal/prompts.ts';
import { checkFields } from '../../platform/fields/check.ts';
import type { Field, Resource } from '../../platform/fields/field.ts';
import type { Problem } from '../../platform/problem.ts';

/** A field of a resource, with its name. */
interface AskedField {
  readonly resource: Resource;
  readonly name: string;
  readonly field: Field;
}

/** An answer in the form of a cell. In answers, commas may separate the entries of a list. */
function asCell(field: Field, text: string): string {
  const isPlain = field.kind === 'list' && !text.includes(LIST_SEPARATOR) && !/^\s*[[{]/.test(text);
  return isPlain ? splitWords(text, /[,;]/).join(LIST_SEPARATOR) : text;
}

export function splitWords(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Reads an answer as a cell of a file is read. */
export function readAnswer(asked: AskedField, text: string, conversion: ConversionOptions = {}): RowValue {
  return readCell(asked, asCell(asked.field, text), conversion);
}

/** Checks one answer against the contract. Returns `true`, or the message that a row of a file would get. */
export function checkAnswer(
  asked: AskedField,
  text: string,
  required: boolean,
  conversion: ConversionOptions = {},
): true | string {
  const { resource, name } = asked;
  if (text === '') return required ? whyRequired(resource, name) : true;
  const { value, problems: found } = readAnswer(asked, text, conversion);
  const form = checkFields(resource, { [name]: value });
  const problem = [...found, ...form.problems].find(({ path }) => path[0] === name);
  return problem === undefined ? true : describeProblem(problem);
}

/** The message for a missing answer. The contract has one even if only the command requires the field. */
function whyRequired(resource: Resource, name: string): string {
  const verdicts = [{}, { [name]: '' }].flatMap((record) => checkFields(resource, record).problems);
  const problem = verdicts.find(({ path }) => path[0] === name);
  return problem === undefined ? `${name} is required` : describeProblem(problem);
}

/** A problem without its code: the user corrects the answer at once and does not look the code up. */
function describeProblem({ message, suggestion }: Problem): string {
  return suggestion ? `${message}; ${suggestion}` : message;
}

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

/** The answer that removes the value of a field. What the user does not change stays as it is. */
export const LEAVE_OUT = '-';

interface TypedForm {
  readonly text: string;
  /** How the form is to be edited. Absent if this needs no words. */
  readonly help?: string | undefined;
}

/** A value in the form in which a user would type it. No value is an empty text. */
export function asTyped(value: unknown): string {
  return formOf(value).text;
}

export function formOf(value: unknown): TypedForm {
  if (value === undefined || value === null) return { text: '' };
  if (Array.isArray(value)) return formOfList(value);
  if (typeof value === 'string') return { text: isPlain(value) ? value : toJson(value) };
  return { text: typeof value === 'object' ? toJson(value) : String(value) };
}

/** A text that an answer cannot mean, or that cannot be shown as it is, stands in quotes as in JSON: it is kept or replaced. */
function isPlain(text: string): boolean {
  return forTerminal(text) === text && !text.startsWith('"') && text !== LEAVE_OUT;
}

function formOfList(list: readonly unknown[]): TypedForm {
  if (list.length === 0) return { text: '' };
  const json = { text: toJson(list), help: 'as in JSON' };
  const entries = list.map(plainEntry).filter((entry) => entry !== undefined);
  if (entries.length < list.length) return json;
  if (!entries.some((entry) => /[,;]/.test(entry))) return { text: entries.join(', ') };
  const text = entries.join(LIST_SEPARATOR);
  return entries.length === 1 ? json : { text, help: `${LIST_SEPARATOR} between entries` };
}

/** The text of an entry that is an id or a text only; `undefined` if a cell reads it as something else. */
function plainEntry(entry: unknown): string | undefined {
  const isId = isObject(entry) && Object.keys(entry).join() === 'ExternalId';
  const text = isId ? entry['ExternalId'] : entry;
  if (typeof text !== 'string' || text === '' || text.trim() !== text || !isPlain(text)) return undefined;
  if (text.includes(LIST_SEPARATOR) || /^[[{]/.test(text)) return undefined;
  return isId && /[:=]/.test(text) ? undefined : text;
}

function toJson(value: unknown): string {
  return escapeJson(JSON.stringify(value));
}

/** The id of a chosen entry, which is an object or the id itself. No entry is an empty text. */
export function idOf(entry: unknown): string {
  if (entry === undefined || entry === null) return '';
  return String(isObject(entry) ? entry['ExternalId'] : entry);
}
