/** Asks for a record field by field; every answer is checked by the contract as it is typed. */
import { checkFields } from '../contract/check.ts';
import { foldName } from '../contract/closest.ts';
import type { Field, Resource } from '../contract/field.ts';
import { kebabCase } from '../contract/field.ts';
import type { Problem } from '../contract/problem.ts';
import { convertCell } from '../input/convert.ts';
import type { CheckAnswer, Choice, Prompter } from '../output/prompts.ts';

export interface AskOptions {
  readonly resource: Resource;
  /** What flags have said already: not asked again. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Required although the contract alone would not say so. */
  readonly alsoRequired?: readonly string[];
  /** What the platform knows that a field may hold; empty or absent where it does not. */
  readonly choicesOf: (field: string) => Promise<readonly Choice[]>;
}

/** The values of all required fields, and of those others that are wanted; an empty answer leaves one of these out. */
export async function askRecord(prompter: Prompter, options: AskOptions): Promise<Record<string, unknown>> {
  const { resource, given, alsoRequired = [] } = options;
  const answers: Record<string, unknown> = { ...given };
  const open = Object.entries(resource.fields).filter(([name]) => !Object.hasOwn(given, name));
  const isRequired = ([name, field]: [string, Field]) => field.required === true || alsoRequired.includes(name);
  for (const [name, field] of open.filter(isRequired)) {
    answers[name] = await askField(prompter, options, name, field, true);
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
    const answer = field && (await askField(prompter, options, name, field, false));
    if (answer !== undefined) answers[name] = answer;
  }
  return answers;
}

/** What a typed text becomes in the request. */
function readAnswer(resource: Resource, name: string, field: Field, text: string): unknown {
  return convertCell(field, text, { resource, name, path: [name] }, {}).value;
}

/** The contract's verdict on one answer: the message that a file's row would get, with its code. */
export function checkAnswer(
  resource: Resource,
  name: string,
  field: Field,
  text: string,
  required: boolean,
): true | string {
  if (text === '') return required ? whyRequired(resource, name) : true;
  const { value, problems: found } = convertCell(field, text, { resource, name, path: [name] }, {});
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
  { resource, choicesOf }: AskOptions,
  name: string,
  field: Field,
  required: boolean,
): Promise<unknown> {
  const message = questionOf(name, field);
  const check: CheckAnswer = (text) => checkAnswer(resource, name, field, text, required);
  const choices = fixedChoices(field) ?? (await choicesOf(name));
  if (choices.length > 0 && field.kind === 'list') return chooseSeveral(prompter, message, field, choices);
  if (choices.length > 0) return readAnswer(resource, name, field, await prompter.one(message, choices));
  const isSecret = field.kind === 'text' && field.secret === true;
  const text = isSecret ? await prompter.secret(message, check) : await prompter.text(message, check);
  if (text === '') return undefined;
  return readAnswer(resource, name, field, text);
}

/** A meaning that says no more than the name is left out. */
export function questionOf(name: string, { meaning }: Field): string {
  return foldName(name) === foldName(meaning) ? `${name}:` : `${name} (${meaning}):`;
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
