/** Asks for a record field by field; every answer is checked by the contract as it is typed. */
import { checkFields } from '../../platform/fields/check.ts';
import { foldName } from '../../base/closest.ts';
import type { Field, Resource } from '../../platform/fields/field.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import type { Problem } from '../../platform/problem.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import { convertCell } from '../../input/values/convert.ts';
import type { CheckAnswer, Choice, Prompter } from '../../output/terminal/prompts.ts';

export interface AskOptions {
  readonly resource: Resource;
  /** Values from flags: not asked again. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Required although the contract alone would not say so. */
  readonly alsoRequired?: readonly string[] | undefined;
  /** Known values of a field on the platform; empty or absent if there are none. */
  readonly choicesOf: (field: string) => Promise<readonly Choice[]>;
  /** How answers are read; as cells of a file would be. */
  readonly conversion?: ConversionOptions | undefined;
  /** Fields that are the title of what was chosen for another one: offered as the answer. */
  readonly titleOf?: Readonly<Record<string, string>> | undefined;
}

interface Asking extends AskOptions {
  /** Titles of what was chosen, by field. */
  readonly titles: Map<string, string>;
}

/** The values of all required fields, and of those others that are wanted; an empty answer leaves one of these out. */
export async function askRecord(prompter: Prompter, options: AskOptions): Promise<Record<string, unknown>> {
  const { resource, given, alsoRequired = [] } = options;
  const answers: Record<string, unknown> = { ...given };
  const open = Object.entries(resource.fields).filter(([name]) => !Object.hasOwn(given, name));
  const asking = { ...options, titles: new Map<string, string>() };
  const isRequired = ([name, field]: [string, Field]) => field.required === true || alsoRequired.includes(name);
  for (const [name, field] of open.filter(isRequired)) {
    answers[name] = await askField(prompter, asking, name, field, true);
  }
  const others = open
    .filter((entry) => !isRequired(entry))
    .map(([name, { meaning }]) => ({
      value: name,
      ...(foldName(name) === foldName(meaning) ? {} : { title: meaning }),
    }));
  const wanted = others.length === 0 ? [] : await prompter.several('Which other fields?', others);
  for (const name of wanted) {
    const field = resource.fields[name];
    const answer = field && (await askField(prompter, asking, name, field, false));
    if (answer !== undefined) answers[name] = answer;
  }
  return answers;
}

/** The contract's verdict on one answer: the message that a file's row would get, with its code. */
export function checkAnswer(
  resource: Resource,
  name: string,
  field: Field,
  text: string,
  required: boolean,
  conversion: ConversionOptions = {},
): true | string {
  if (text === '') return required ? whyRequired(resource, name) : true;
  const { value, problems: found } = convertCell(field, text, { resource, name, path: [name] }, conversion);
  const form = checkFields(resource, { [name]: value });
  const problem = [...found, ...form.problems].find(({ path }) => path[0] === name);
  return problem === undefined ? true : describe(problem);
}

/** A field may be required by the command alone; the contract then only says that it must not be empty. */
function whyRequired(resource: Resource, name: string): string {
  const verdicts = [{}, { [name]: '' }].flatMap((record) => checkFields(resource, record).problems);
  const problem = verdicts.find(({ path }) => path[0] === name);
  return problem === undefined ? `${name} is required` : describe(problem);
}

function describe(problem: Problem): string {
  const code = problem.code === null ? '' : ` (code ${problem.code})`;
  return `${problem.message}${code}${problem.suggestion ? `; ${problem.suggestion}` : ''}`;
}

async function askField(
  prompter: Prompter,
  { resource, choicesOf, conversion = {}, titleOf = {}, titles }: Asking,
  name: string,
  field: Field,
  required: boolean,
): Promise<unknown> {
  const message = questionOf(name, field, conversion);
  const check: CheckAnswer = (text) => checkAnswer(resource, name, field, text, required, conversion);
  const read = (text: string) => convertCell(field, text, { resource, name, path: [name] }, conversion).value;
  const choices = fixedChoices(field) ?? (await choicesOf(name));
  if (choices.length > 0 && field.kind === 'list') return chooseSeveral(prompter, message, field, choices);
  if (choices.length > 0) {
    const chosen = await prompter.one(message, choices);
    const title = choices.find(({ value }) => value === chosen)?.title;
    if (title !== undefined) titles.set(name, title);
    return read(chosen);
  }
  const isSecret = field.kind === 'text' && field.secret === true;
  const offered = titles.get(titleOf[name] ?? '');
  const text = isSecret ? await prompter.secret(message, check) : await prompter.text(message, check, offered);
  return text === '' ? undefined : read(text);
}

/** A meaning that says no more than the name is left out; what is hard to guess is shown. */
export function questionOf(name: string, { kind, meaning }: Field, { zone }: ConversionOptions = {}): string {
  const words = foldName(name) === foldName(meaning) ? [] : [meaning];
  if (kind === 'date-time')
    words.push(`such as ${zone ? `2027-03-01 09:00 in ${zone.name}` : '2027-03-01 09:00+01:00'}`);
  return words.length === 0 ? `${name}:` : `${name} (${words.join(', ')}):`;
}

async function chooseSeveral(
  prompter: Prompter,
  message: string,
  { of }: Extract<Field, { kind: 'list' }>,
  choices: readonly Choice[],
): Promise<unknown> {
  const ids = await prompter.several(message, choices);
  return of.kind === 'object' ? ids.map((ExternalId) => ({ ExternalId })) : ids;
}

function fixedChoices(field: Field): Choice[] | undefined {
  if (field.kind === 'choice') return field.values.map((value) => ({ value }));
  return field.kind === 'boolean' ? [{ value: 'true' }, { value: 'false' }] : undefined;
}

/** The flag that a field has. */
export function flagOf(field: string): string {
  return `--${kebabCase(field)}`;
}
