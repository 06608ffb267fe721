/** Asks for the fields of a record; every answer is checked by the contract as it is typed. */
import { foldName } from '../../base/closest.ts';
import { LIST_SEPARATOR } from '../../input/values/cell-lists.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import { convertCell } from '../../input/values/convert.ts';
import type { CheckAnswer, Choice, Prompter } from '../../output/terminal/prompts.ts';
import { checkFields } from '../../platform/fields/check.ts';
import { type Field, kebabCase, type Resource } from '../../platform/fields/field.ts';
import type { Path, Problem } from '../../platform/problem.ts';
import { chooseMatch, HOW_TO_MATCH, noMatches, type OpenMatches } from './matches.ts';

export interface AskOptions {
  /** Known values of a field on the platform; empty or absent if there are none. */
  readonly choicesOf: (field: string) => Promise<readonly Choice[]>;
  /** How answers are read; as cells of a file would be. */
  readonly conversion?: ConversionOptions | undefined;
  /** Fields that are the title of what was chosen for another one: offered as the answer. */
  readonly titleOf?: Readonly<Record<string, string>> | undefined;
}

/** A record, or a part of one, that is asked for. It keeps its answers, whatever is asked again. */
export interface Section {
  /** Where it stands in the request. */
  readonly path: Path;
  readonly resource: Resource;
  /** Required although the contract alone would not say so. */
  readonly alsoRequired?: readonly string[] | undefined;
  /** With the values from flags from the beginning: they are not asked for. */
  readonly answers: Record<string, unknown>;
  /** Asked for when the field is known by which a record is known: what the platform has of it. */
  readonly find?: ((id: string) => Promise<Readonly<Record<string, unknown>> | undefined>) | undefined;
  readonly keyField?: string | undefined;
  /** Opens what finds records by part of their names: an id is not what people know by heart. */
  readonly openMatches?: OpenMatches | undefined;
  existing?: Readonly<Record<string, unknown>> | undefined;
}

export interface Asker {
  /** All required fields, and those others that are wanted. */
  askSection(section: Section): Promise<void>;
  /** One field, with the answer so far as the one that is offered. */
  askField(section: Section, name: string): Promise<void>;
  /** The fields that have no answer yet: those that are wanted. */
  askOthers(section: Section): Promise<void>;
}

export function createAsker(prompter: Prompter, options: AskOptions): Asker {
  const titles = new Map<string, string>();
  const askField: Asker['askField'] = async (section, name) => {
    const field = section.resource.fields[name];
    if (field === undefined) return;
    const asking = { ...options, prompter, titles, section, name, field };
    const value = await askValue(asking);
    if (value === undefined) delete section.answers[name];
    else section.answers[name] = value;
    if (name === section.keyField) section.existing = await section.find?.(String(value));
  };
  const openOf = ({ resource, answers }: Section) => namesOf(resource).filter((name) => !Object.hasOwn(answers, name));
  const askOthers: Asker['askOthers'] = async (section) => {
    const others = openOf(section)
      .filter((name) => !isRequired(section, name))
      .map((name) => ({ value: name, title: titleOfField(section, name) }));
    if (others.length === 0) return;
    for (const name of await prompter.several('Which other fields?', others)) await askField(section, name);
  };
  return {
    askField,
    askOthers,
    askSection: async (section) => {
      for (const name of openOf(section)) if (isRequired(section, name)) await askField(section, name);
      await askOthers(section);
    },
  };
}

/** A person's first name comes first, in every record. */
function namesOf({ fields }: Resource): string[] {
  const names = Object.keys(fields);
  if (!names.includes('FirstName')) return names;
  const others = names.filter((name) => name !== 'FirstName');
  others.splice(others.indexOf('LastName'), 0, 'FirstName');
  return others;
}

function isRequired({ resource, alsoRequired = [] }: Section, name: string): boolean {
  return resource.fields[name]?.required === true || alsoRequired.includes(name);
}

function titleOfField({ resource, existing }: Section, name: string): string | undefined {
  const field = resource.fields[name];
  const meaning = field && meaningBeyond(name, field);
  const now = isSecretField(field) ? '' : textOf(existing?.[name]);
  return now === '' ? meaning : `${meaning === undefined ? '' : `${meaning}; `}now ${now}`;
}

interface Asking extends AskOptions {
  readonly prompter: Prompter;
  /** Titles of what was chosen, by field. */
  readonly titles: Map<string, string>;
  readonly section: Section;
  readonly name: string;
  readonly field: Field;
}

/** Answers that leave a field as it is, and that leave it out. */
const LEAVE_OUT = '-';

async function askValue(asking: Asking): Promise<unknown> {
  const { prompter, section, name, field, conversion = {}, choicesOf, titles } = asking;
  const { resource } = section;
  const now = section.answers[name] ?? section.existing?.[name];
  const choices = fixedChoices(field) ?? (await choicesOf(name));
  const message = questionOf(name, field, conversion);
  if (choices.length > 0 && field.kind === 'list') {
    const ids = await prompter.several(message, choices, idsOf(now));
    return field.of.kind === 'object' ? ids.map((id) => entryOf(now, id)) : ids;
  }
  const read = (text: string) => convertCell(field, text, { resource, name, path: [name] }, conversion).value;
  if (choices.length === 0) return askText(asking, message, now, read);
  const chosen = await prompter.one(message, choices, textOf(now));
  const title = choices.find(({ value }) => value === chosen)?.title;
  if (title !== undefined) titles.set(name, title);
  return read(chosen);
}

async function askText(asking: Asking, message: string, now: unknown, read: (text: string) => unknown) {
  const { prompter, section, name, field, titles, titleOf = {}, conversion } = asking;
  const required = isRequired(section, name);
  const form = (text: string) => checkAnswer(section.resource, name, field, text, required, conversion);
  const matches = (name === section.keyField && (await section.openMatches?.())) || noMatches;
  const check = (text: string) => matches(text).length > 0 || form(text);
  if (isSecretField(field)) {
    const secret = await prompter.secret(message, check);
    return secret === '' ? undefined : read(secret);
  }
  const shown = textOf(now);
  const mayLeaveOut = shown !== '' && !required;
  const offered = shown || titles.get(titleOf[name] ?? '');
  const help = mayLeaveOut ? `${LEAVE_OUT} leaves it out` : matches('').length > 0 ? HOW_TO_MATCH : '';
  const typed = await prompter.text(
    help === '' ? message : message.replace(/:$/, ` (${help}):`),
    (answer) => (mayLeaveOut && answer === LEAVE_OUT ? true : check(answer)),
    offered === '' ? undefined : offered,
  );
  const text = await chooseMatch(prompter, typed, matches(typed), form(typed) === true);
  if (mayLeaveOut && text === LEAVE_OUT) return section.existing?.[name] === undefined ? undefined : null;
  // What was not typed anew stays as it was read.
  if (text === shown && shown !== '') return now;
  return text === '' ? undefined : read(asCell(field, text));
}

/** Lists are typed with commas as well. */
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

/** A value as it would be typed. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' ? String((value as { readonly ExternalId?: unknown }).ExternalId) : String(value);
}

function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf) : [];
}

/** An entry that was there keeps what else it says. */
function entryOf(list: unknown, id: string): unknown {
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  return entries.find((entry) => textOf(entry) === id) ?? { ExternalId: id };
}

export function isSecretField(field: Field | undefined): boolean {
  return field?.kind === 'text' && field.secret === true;
}

/** The contract's verdict on one answer: the message that a file's row would get. */
export function checkAnswer(
  resource: Resource,
  name: string,
  field: Field,
  text: string,
  required: boolean,
  conversion: ConversionOptions = {},
): true | string {
  if (text === '') return required ? whyRequired(resource, name) : true;
  const { value, problems: found } = convertCell(
    field,
    asCell(field, text),
    { resource, name, path: [name] },
    conversion,
  );
  const form = checkFields(resource, { [name]: value });
  const problem = [...found, ...form.problems].find(({ path }) => path[0] === name);
  return problem === undefined ? true : describeProblem(problem);
}

/** A field may be required by the command alone; the contract then only says that it must not be empty. */
function whyRequired(resource: Resource, name: string): string {
  const verdicts = [{}, { [name]: '' }].flatMap((record) => checkFields(resource, record).problems);
  const problem = verdicts.find(({ path }) => path[0] === name);
  return problem === undefined ? `${name} is required` : describeProblem(problem);
}

/** Without its code: an answer is corrected at once, and nothing is looked up. */
function describeProblem({ message, suggestion }: Problem): string {
  return suggestion ? `${message}; ${suggestion}` : message;
}

/** Asks for one field that is required. */
export function askRequired(prompter: Prompter, resource: Resource, name: string, field: Field): Promise<string> {
  const check: CheckAnswer = (text) => checkAnswer(resource, name, field, text, true);
  return prompter.text(questionOf(name, field), check);
}

/** What is hard to guess is shown. */
export function questionOf(name: string, field: Field, { zone }: ConversionOptions = {}): string {
  const time = zone ? `2027-03-01 09:00 in ${zone.name}` : '2027-03-01 09:00+01:00';
  const words = [meaningBeyond(name, field), field.kind === 'date-time' ? `such as ${time}` : undefined];
  const known = words.filter((word) => word !== undefined);
  return known.length === 0 ? `${name}:` : `${name} (${known.join(', ')}):`;
}

/** A meaning that says no more than the name is left out. */
function meaningBeyond(name: string, { meaning }: Field): string | undefined {
  return foldName(name) === foldName(meaning) ? undefined : meaning;
}

function fixedChoices(field: Field): Choice[] | undefined {
  if (field.kind === 'choice') return field.values.map((value) => ({ value }));
  return field.kind === 'boolean' ? [{ value: 'true' }, { value: 'false' }] : undefined;
}

/** The flag that a field has. */
export function flagOf(field: string): string {
  return `--${kebabCase(field)}`;
}
