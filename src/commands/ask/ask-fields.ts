/** Asks for the fields of a record, and checks every answer against the contract while the user types. */
import type { ConversionOptions } from '../../input/values/conversion.ts';
import type { Choice, Prompter } from '../../output/terminal/prompts.ts';
import type { Field, Resource } from '../../platform/fields/field.ts';
import type { Path } from '../../platform/problem.ts';
import { isSecret } from '../../platform/secrets.ts';
import type { FindExisting } from '../target/known-entries.ts';
import {
  asTyped,
  checkAnswer,
  formOf,
  idOf,
  LEAVE_OUT,
  meaningBeyond,
  questionOf,
  readAnswer,
} from './check-answer.ts';

interface AskOptions {
  /** Known values of a field on the platform; empty or absent if there are none. */
  readonly choicesOf: (field: string) => Promise<readonly Choice[]>;
  /** Options for the conversion of answers, which is the same as for cells of a file. */
  readonly conversion?: ConversionOptions | undefined;
  /** Fields that hold the title of another field's choice, with that field. The title is offered as the answer. */
  readonly titleOf?: Readonly<Record<string, string>> | undefined;
}

/** A record, or a part of one, with the answers so far. */
export interface Section {
  /** Its place in the request. */
  readonly path: Path;
  readonly resource: Resource;
  /** Fields that are required in addition to those of the contract. */
  readonly alsoRequired?: readonly string[] | undefined;
  /** The answers by field. Values from flags are here from the beginning, so they are not asked for. */
  readonly answers: Record<string, unknown>;
  /** Finds the existing record on the platform, by the answer to `keyField`. */
  readonly find?: FindExisting | undefined;
  readonly keyField?: string | undefined;
  existing?: Readonly<Record<string, unknown>> | undefined;
}

export interface Asker {
  /** Asks for all required fields, and for those optional fields that the user chooses. */
  askSection(section: Section): Promise<void>;
  /** Asks for one field, and offers the current answer. */
  askField(section: Section, name: string): Promise<void>;
  /** Asks for those optional fields without an answer that the user chooses. */
  askOthers(section: Section): Promise<void>;
}

export function createAsker(prompter: Prompter, options: AskOptions): Asker {
  const titles = new Map<string, string>();
  const askField: Asker['askField'] = async (section, name) => {
    const field = section.resource.fields[name];
    if (field === undefined) return;
    const earlier = section.answers[name];
    const value = await askValue({ ...options, prompter, titles, section, name, field });
    if (value === undefined) delete section.answers[name];
    else section.answers[name] = value;
    if (name === section.keyField && value !== earlier) await changeRecord(section, String(value));
  };
  /** Answers that were values of the earlier record are asked for again: they do not belong to this one. */
  const changeRecord = async (section: Section, id: string): Promise<void> => {
    const { answers, existing: earlier = {} } = section;
    section.existing = await section.find?.(id);
    const taken = Object.keys(answers).filter(
      (name) =>
        name !== section.keyField && asTyped(answers[name]) !== '' && asTyped(answers[name]) === asTyped(earlier[name]),
    );
    for (const name of taken) delete answers[name];
    for (const name of taken) await askField(section, name);
  };
  const unansweredOf = ({ resource, answers }: Section) =>
    fieldsInOrder(resource).filter((name) => !Object.hasOwn(answers, name));
  const askOthers: Asker['askOthers'] = async (section) => {
    const others = unansweredOf(section)
      .filter((name) => !isRequired(section, name))
      .map((name) => ({ value: name, title: titleOfField(section, name) }));
    if (others.length === 0) return;
    for (const name of await prompter.several('Which other fields?', others)) await askField(section, name);
  };
  return {
    askField,
    askOthers,
    askSection: async (section) => {
      for (const name of unansweredOf(section)) if (isRequired(section, name)) await askField(section, name);
      await askOthers(section);
    },
  };
}

/** The fields in the order of the questions. A first name comes before the last name. */
function fieldsInOrder({ fields }: Resource): string[] {
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
  const now = isSecret(field) ? '' : asTyped(existing?.[name]);
  return now === '' ? meaning : `${meaning === undefined ? '' : `${meaning}; `}now ${now}`;
}

interface Asking extends AskOptions {
  readonly prompter: Prompter;
  /** The titles of the chosen entries, by field. */
  readonly titles: Map<string, string>;
  readonly section: Section;
  readonly name: string;
  readonly field: Field;
}

async function askValue(asking: Asking): Promise<unknown> {
  const { prompter, section, name, field, conversion, choicesOf, titles } = asking;
  const now = section.answers[name] ?? section.existing?.[name];
  const choices = fixedChoices(field) ?? (await choicesOf(name));
  const message = questionOf({ name, field }, conversion);
  if (choices.length > 0 && field.kind === 'list') {
    const ids = await prompter.several(message, choices, idsOf(now));
    return field.of.kind === 'object' ? ids.map((id) => entryOf(now, id)) : ids;
  }
  if (choices.length === 0) return askText(asking, message, now);
  const shown = idOf(now);
  const isOptional = !isRequired(section, name);
  const offered = isOptional ? [...choices, { value: LEAVE_OUT, title: effectOfLeavingOut(section, name) }] : choices;
  const chosen = await prompter.one(message, offered, shown === '' && isOptional ? LEAVE_OUT : shown);
  if (isOptional && chosen === LEAVE_OUT) return leftOut(section, name);
  const title = choices.find(({ value }) => value === chosen)?.title;
  if (title !== undefined) titles.set(name, title);
  return read(asking, chosen);
}

async function askText(asking: Asking, message: string, now: unknown): Promise<unknown> {
  const { prompter, section, name, field, titles, titleOf = {} } = asking;
  const required = isRequired(section, name);
  const proposed = asTyped(now) === '' ? titles.get(titleOf[name] ?? '') : now;
  const offered = formOf(proposed);
  // An unchanged answer keeps the original value, which may not be a text.
  const isKept = (text: string) => text === offered.text && text !== '';
  const form = (text: string): true | string => {
    if (isKept(text)) return true;
    return offered.text.startsWith('"') && text.startsWith('"')
      ? NO_QUOTED_TEXT
      : checkAnswer({ resource: section.resource, name, field }, text, required, asking.conversion);
  };
  if (isSecret(field)) {
    const secret = await prompter.secret(message, form);
    return secret === '' ? undefined : read(asking, secret);
  }
  const mayLeaveOut = asTyped(now) !== '' && !required;
  const isLeftOut = (text: string) => mayLeaveOut && (text === LEAVE_OUT || text === '');
  const help = [mayLeaveOut ? `${LEAVE_OUT} ${effectOfLeavingOut(section, name)}` : undefined, offered.help];
  const text = await prompter.text(
    withHelp(message, help),
    (answer) => isLeftOut(answer) || form(answer),
    offered.text === '' ? undefined : offered.text,
  );
  if (isLeftOut(text)) return leftOut(section, name);
  if (isKept(text)) return proposed;
  return text === '' ? undefined : read(asking, text);
}

const NO_QUOTED_TEXT = 'Enter keeps the text in quotes; for another one, type it as a whole, without quotes';

/** Adds words to the end of a question. */
function withHelp(message: string, help: readonly (string | undefined)[]): string {
  const words = help.filter((part) => part !== undefined).join('; ');
  return words === '' ? message : message.replace(/:$/, ` (${words}):`);
}

/** The value of an answer, read as a cell is. */
function read({ section: { resource }, name, field, conversion }: Asking, text: string): unknown {
  return readAnswer({ resource, name, field }, text, conversion).value;
}

/** The answer for a field without a value: `null` removes a value from the platform. */
function leftOut({ existing }: Section, name: string): undefined | null {
  return existing?.[name] === undefined ? undefined : null;
}

function effectOfLeavingOut(section: Section, name: string): string {
  return leftOut(section, name) === null ? 'removes it' : 'leaves it out';
}

function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(idOf) : [];
}

/** The existing entry with an id, with all its fields; or a new entry. */
function entryOf(list: unknown, id: string): unknown {
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  return entries.find((entry) => idOf(entry) === id) ?? { ExternalId: id };
}

function fixedChoices(field: Field): Choice[] | undefined {
  if (field.kind === 'choice') return field.values.map((value) => ({ value }));
  return field.kind === 'boolean' ? [{ value: 'true' }, { value: 'false' }] : undefined;
}
