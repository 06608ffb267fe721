/** Reads the content of each operation's answer into the interface's form. A content in another form is not understood. */
import { isObject, type JsonObject } from '../../base/json-value.ts';
import type { CollectionContent } from '../../platform/envelope.ts';
import type { Field, Resource } from '../../platform/fields/field.ts';
import type { InvigilatorsContent } from '../../platform/resources/invigilators.ts';
import { type ReviewSession, reviewSessionResource } from '../../platform/resources/review-session.ts';
import type { StoredUserFields, UserContent } from '../../platform/resources/user.ts';
import { fieldOf, firstText, textOf } from './body.ts';
import { toError } from './read-errors.ts';

export interface ReadContent<C> {
  readonly content: C;
  /** The id that it names; absent if the answer of the operation names none. */
  readonly id?: string | undefined;
  /** The parts of the answer, as they came, whose fields cast no doubt on it: the errors in them are in `content`. */
  readonly ownErrors?: readonly unknown[] | undefined;
  /** How many of the people who were asked for it lists as removed. An answer with some counts person by person. */
  readonly done?: 'none' | 'some' | 'all' | undefined;
}

/** Reads the content of an answer, with the errors beside it; `undefined` if it is in no known form. */
export type ReadAnswerContent<C> = (content: unknown, beside?: unknown) => ReadContent<C> | undefined;

/** Endpoint 1: the schedule's external id, or an object with it. */
export function readScheduleContent(content: unknown): ReadContent<string> | undefined {
  const id = idIn(content, 'ScheduleExtId');
  return id === undefined ? undefined : { content: id, id };
}

/**
 * Endpoint 2. Without the session and its results there is nothing to show. All of it is data, so a field of it that is
 * named like an error, such as StandardError, casts no doubt on the answer.
 */
export function readReviewSessionContent(content: unknown): ReadContent<ReviewSession> | undefined {
  const session = withWireNames(content, reviewSessionResource);
  if (!isObject(session)) return undefined;
  const { ExternalId, Results } = session;
  if (!Array.isArray(Results) || !Results.every(isObject)) return undefined;
  return { content: session as unknown as ReviewSession, id: textOf(ExternalId), ownErrors: [content] };
}

/** Endpoint 3: an object with the id, or the id alone. */
export function readCollectionContent(content: unknown): ReadContent<CollectionContent> | undefined {
  const id = idIn(content, 'ExternalId');
  const list = isObject(content) ? fieldOf(content, 'Errors') : undefined;
  const errors = readParts(list, 'ExternalId');
  if (id === undefined || errors === undefined) return undefined;
  const Errors = errors.map(({ ExternalId, ...error }) =>
    ExternalId === '' ? error : { ...error, Field: ExternalId },
  );
  return { content: { ExternalId: id, Errors }, id, ownErrors: [list] };
}

/** Endpoint 4: an object with the user, the user itself, or the id alone. */
export function readUserContent(content: unknown): ReadContent<UserContent> | undefined {
  const object = isObject(content) ? content : {};
  const user = fieldOf(object, 'User') ?? content;
  const id = idIn(user, 'ExternalId');
  const list = fieldOf(object, 'GroupErrors');
  const GroupErrors = readParts(list, 'ExternalId');
  if (id === undefined || GroupErrors === undefined) return undefined;
  const User = (isObject(user) ? user : { ExternalId: id }) as StoredUserFields;
  return { content: { User, GroupErrors }, id, ownErrors: [list] };
}

/**
 * Endpoint 5. It names at least one of those who were asked for, or has an error that names nobody. Some platforms list
 * the errors of people beside the content.
 */
export function readInvigilatorsContent(asked: readonly string[]): ReadAnswerContent<InvigilatorsContent> {
  const isPerson = (entry: unknown) => isObject(entry) && idIn(entry, 'UserExtId') !== undefined;
  return (content, beside) => {
    if (!isObject(content)) return undefined;
    const removed = fieldOf(content, 'SuccessfullyRemoved') ?? [];
    const list = fieldOf(content, 'Errors') ?? [];
    const own = Array.isArray(beside) && beside.every(isPerson) ? beside : [];
    const Errors = readParts(Array.isArray(list) ? [...list, ...own] : list, 'UserExtId');
    if (!Array.isArray(removed) || Errors === undefined) return undefined;
    const SuccessfullyRemoved = removed.map((entry) => idIn(entry, 'UserExtId'));
    if (!SuccessfullyRemoved.every((id) => id !== undefined)) return undefined;
    const done = countDone(asked, SuccessfullyRemoved, Errors);
    const named = new Set([...SuccessfullyRemoved, ...Errors.map(({ UserExtId }) => UserExtId)].map(lower));
    const isAbout = named.has('') || asked.length === 0 || asked.some((id) => named.has(lower(id)));
    return isAbout ? { content: { SuccessfullyRemoved, Errors }, ownErrors: [list, own], done } : undefined;
  };
}

function countDone(
  asked: readonly string[],
  removed: readonly string[],
  errors: InvigilatorsContent['Errors'],
): 'none' | 'some' | 'all' {
  const done = new Set(removed.map(lower));
  const refused = new Set(errors.map(({ UserExtId }) => lower(UserExtId)));
  if (!asked.some((id) => done.has(lower(id)))) return 'none';
  return asked.every((id) => done.has(lower(id)) && !refused.has(lower(id))) ? 'all' : 'some';
}

/** Ids of a request may be of any type: the platform checks them. */
function lower(id: unknown): string {
  return String(id).toLowerCase();
}

/** A link or a sentence is no id. */
const ID = /^[\p{L}\p{N}_@.-]+$/u;

/** The id alone, or the id in an object. */
function idIn(value: unknown, name: string): string | undefined {
  const id = isObject(value) ? firstText(value, [name]) : textOf(value);
  return id !== undefined && ID.test(id) ? id : undefined;
}

/** A part of a request that was not done, and why. Its id is empty if the platform names none. */
type Part<N extends string> = Readonly<Record<N, string>> & { readonly Code: number | null; readonly Error: string };

/** Reads a list of errors within a success, as objects or texts; `undefined` if an entry is in another form. */
function readParts<const N extends string>(list: unknown, idName: N): readonly Part<N>[] | undefined {
  const entries = list ?? [];
  if (!Array.isArray(entries)) return undefined;
  const parts = entries.map((entry): Part<N> | undefined => {
    const error = isObject(entry)
      ? toError(entry)
      : typeof entry === 'string'
        ? { Code: null, Error: entry }
        : undefined;
    if (error === undefined) return undefined;
    const id = isObject(entry) ? (firstText(entry, [idName]) ?? '') : '';
    return { [idName]: id, Code: error.Code, Error: error.Error } as Part<N>;
  });
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

/** Gives fields such as `candidateExtId` the names of the interface. Unknown fields keep their names. */
function withWireNames(value: unknown, { fields }: Resource): unknown {
  if (!isObject(value)) return value;
  const names = new Map(Object.keys(fields).map((name) => [name.toLowerCase(), name]));
  const renamed = Object.entries(value).map(([name, entry]): [string, unknown] => {
    const known = names.get(name.toLowerCase()) ?? name;
    return [known, withFieldNames(entry, Object.hasOwn(fields, known) ? fields[known] : undefined)];
  });
  return Object.fromEntries(renamed) satisfies JsonObject;
}

function withFieldNames(value: unknown, field: Field | undefined): unknown {
  if (field?.kind === 'list' && Array.isArray(value)) return value.map((entry) => withFieldNames(entry, field.of));
  return field?.kind === 'object' ? withWireNames(value, field.resource) : value;
}
