/** Reads the content of each operation's answer, in any form that the platform sends, into the interface's form. */

import { isObject, type JsonObject } from '../../base/json-value.ts';
import type { CollectionContent } from '../../platform/envelope.ts';
import { namesId } from '../../platform/existing-answers.ts';
import type { Field, Resource } from '../../platform/fields/field.ts';
import type { ApiError } from '../../platform/problem.ts';
import { type ReviewSession, reviewSessionResource } from '../../platform/resources/review-session.ts';
import { type StoredUserFields, type UserContent, userResource } from '../../platform/resources/user.ts';
import { fieldOf, firstText, isSameId, looseName, textOf } from '../text/json-object.ts';
import { isWordOfSuccess } from './outcome-words.ts';
import { type ReadErrors, readErrors, toCode } from './read-errors.ts';

export interface ReadContent<C> {
  readonly content: C | null;
  /** Whether all of it was understood. */
  readonly isComplete: boolean;
  /** The id that it names; absent if it names none. */
  readonly id?: string | undefined;
  /** The lists of errors, as they came, that the content in the interface's form has already. */
  readonly ownErrors?: readonly unknown[] | undefined;
  /** Only if the answer names people of the request. Then it counts person by person, whatever its envelope says. */
  readonly people?: NamedPeople | undefined;
}

interface NamedPeople {
  readonly isAnyDone: boolean;
  readonly areAllDone: boolean;
  /** The errors beside the content that name none of them. */
  readonly others: ReadErrors;
}

/** Endpoint 1: the schedule's external id; a platform that answers with an object may name it there. */
export function readScheduleContent(content: unknown, sentId: string | undefined): ReadContent<string> {
  const only = soleEntry(content);
  const id = idOfText(textOf(only), sentId) ?? (isObject(only) ? idWithin(only, 'Schedule', SCHEDULE_IDS) : undefined);
  return id === undefined ? { content: null, isComplete: false } : { content: id, id, isComplete: true };
}

const SCHEDULE_IDS = ['ScheduleExtId', 'ExternalId'] as const;

/** Endpoint 2. Without the session and its results there is nothing to show. */
export function readReviewSessionContent(content: unknown): ReadContent<ReviewSession> | undefined {
  const session = withWireNames(soleEntry(content), reviewSessionResource);
  if (!isObject(session)) return undefined;
  // Its errors are errors of the answer, and no field of a session.
  const { Errors: _, ...fields } = session;
  const Results = session['Results'] === null ? [] : session['Results'];
  if (!Array.isArray(Results) || !Results.every(isObject)) return undefined;
  const id = textOf(session['ExternalId']) || undefined;
  return { content: { ...fields, Results } as unknown as ReviewSession, isComplete: true, id };
}

/** Endpoint 3. */
export function readCollectionContent(content: unknown, sentId: string | undefined): ReadContent<CollectionContent> {
  const only = soleEntry(content);
  if (!isObject(only)) {
    const id = idOfText(textOf(only), sentId);
    return { content: id === undefined ? null : { ExternalId: id, Errors: [] }, isComplete: id !== undefined, id };
  }
  const id = idWithin(only, 'Collection', ['ExternalId']);
  if (id === undefined) return { content: null, isComplete: false };
  return { content: { ExternalId: id, Errors: [] }, id, isComplete: true };
}

/** Endpoint 4. */
export function readUserContent(content: unknown, sentId: string | undefined): ReadContent<UserContent> {
  const only = soleEntry(content);
  const text = idOfText(textOf(only), sentId);
  if (text !== undefined) return { content: userContent({ ExternalId: text }, []), isComplete: true, id: text };
  if (!isObject(only)) return { content: null, isComplete: false };
  const stored = fieldOf(only, 'User') ?? only;
  const user = withWireNames(stored, userResource);
  const ownErrors = [...new Set([only, stored])].filter(isObject).map((object) => fieldOf(object, 'GroupErrors'));
  const { parts: GroupErrors, isComplete } = readParts(ownErrors.flatMap(listOf), 'ExternalId');
  const id = isObject(user) ? textOf(user['ExternalId']) : textOf(user);
  const isUser = isObject(user);
  if (!isUser && id === undefined && GroupErrors.length === 0) return { content: null, isComplete: false };
  const read = userContent(isUser ? user : {}, GroupErrors);
  return { content: read, isComplete: isUser && isComplete, id: id || undefined, ownErrors };
}

function userContent(user: object, GroupErrors: UserContent['GroupErrors']): UserContent {
  if (!('GroupErrors' in user)) return { User: user as StoredUserFields, GroupErrors };
  const { GroupErrors: _, ...fields } = user;
  return { User: fields as StoredUserFields, GroupErrors };
}

/** A list, a list of the only entry, or an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

/** Some platforms answer with a list of one. */
function soleEntry(content: unknown): unknown {
  return Array.isArray(content) && content.length === 1 ? content[0] : content;
}

function idWithin(content: JsonObject, part: string, names: readonly string[]): string | undefined {
  const nested = fieldOf(content, part);
  return firstText(content, names) ?? (isObject(nested) ? firstText(nested, names) : textOf(nested));
}

const ID = /^[\p{L}\p{N}_@.-]+$/u;

/** The text itself if it is an id, or the sent id if a sentence names it. A word of success or a link is no id. */
function idOfText(text: string | undefined, sentId: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (sentId !== undefined && isSameId(text, sentId)) return text;
  if (ID.test(text.trim())) return isWordOfSuccess(text) ? undefined : text;
  return sentId !== undefined && namesId(text, sentId) ? sentId : undefined;
}

/** A part of a request that was not done, and why. Its id is empty if the platform names none. */
type Part<N extends string> = Readonly<Record<N, string>> & { readonly Code: number | null; readonly Error: string };

/**
 * Reads a list of errors within a success, in any form. If one were lost, the request would count as a full success.
 * `isComplete` says whether the whole list was in the interface's form.
 */
export function readParts<const N extends string>(value: unknown, idName: N) {
  let isComplete = true;
  const parts = listOf(value).flatMap((entry): readonly Part<N>[] => {
    const id = isObject(entry) ? textOf(fieldOf(entry, idName)) : undefined;
    if (isObject(entry) && id !== undefined) {
      const Code = toCode(fieldOf(entry, 'Code'));
      return [partOf(idName, id, Code, errorText(entry, Code))];
    }
    isComplete = false;
    // If errors are listed by id, the reader takes the ids for names of fields.
    const { errors } = readErrors({ Errors: [entry] }, { listedBy: 'id' });
    const unread = { Code: null, Error: 'The platform reports an error that cannot be read' };
    const reasons: readonly ApiError[] = errors.length > 0 ? errors : [unread];
    return reasons.map(({ Field = '', Code, Error: text }) => partOf(idName, Field, Code, text));
  });
  return { parts, isComplete };
}

function partOf<N extends string>(idName: N, id: string, Code: number | null, text: string): Part<N> {
  return { [idName]: id, Code, Error: text } as Part<N>;
}

function errorText(entry: JsonObject, code: number | null): string {
  const text = fieldOf(entry, 'Error');
  return typeof text === 'string' ? text : `Error ${code ?? 'without a number'}`;
}

/**
 * Renames fields such as `candidateExtId` to the names of the interface. A field that the resource does not have keeps
 * its name.
 */
function withWireNames(value: unknown, resource: Resource): unknown {
  // Most answers write all names as the interface does.
  if (!isObject(value) || hasWireNames(value, resource)) return value;
  const { fields } = resource;
  const names = new Map(Object.keys(fields).map((field) => [looseName(field), field]));
  const renamed = Object.entries(value).map(([name, entry]): [string, unknown] => {
    const known = Object.hasOwn(fields, name) ? name : (names.get(looseName(name)) ?? name);
    return [known, withFieldNames(entry, fields[known])];
  });
  return Object.fromEntries(renamed);
}

function hasWireNames(value: unknown, { fields }: Resource): boolean {
  if (!isObject(value)) return true;
  return Object.keys(value).every((name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field !== undefined && hasFieldNames(value[name], field);
  });
}

function hasFieldNames(value: unknown, field: Field): boolean {
  if (field.kind === 'list' && Array.isArray(value)) return value.every((entry) => hasFieldNames(entry, field.of));
  return field.kind !== 'object' || hasWireNames(value, field.resource);
}

function withFieldNames(value: unknown, field: Field | undefined): unknown {
  if (field?.kind === 'list' && Array.isArray(value)) return value.map((entry) => withFieldNames(entry, field.of));
  return field?.kind === 'object' ? withWireNames(value, field.resource) : value;
}
