/** The content of each operation's answer, in the interface's form, of whatever the platform has sent. */
import type { CollectionContent } from '../contract/collection.ts';
import type { InvigilatorsContent } from '../contract/invigilators.ts';
import type { ReviewSession } from '../contract/review-session.ts';
import type { StoredUserFields, UserContent } from '../contract/user.ts';
import { fieldOf, isObject, type JsonObject, textOf } from './json-object.ts';
import type { ReadContent } from './read-answer.ts';
import { readErrors, toCode } from './read-errors.ts';

/** Endpoint 1: the schedule's external id; a platform that answers with an object may name it there. */
export function readScheduleContent(content: unknown): ReadContent<string> {
  const id = textOf(content) ?? (isObject(content) ? textOf(fieldOf(content, 'ScheduleExtId')) : undefined);
  return { content: id ?? null, isComplete: textOf(content) !== undefined };
}

/** Endpoint 2. Without the session and its results there is nothing to show. */
export function readReviewSessionContent(content: unknown): ReadContent<ReviewSession> | undefined {
  const results = isObject(content) ? fieldOf(content, 'Results') : undefined;
  const Results = results === null ? [] : results;
  if (!isObject(content) || !Array.isArray(Results) || !Results.every(isObject)) return undefined;
  return { content: { ...content, Results } as unknown as ReviewSession, isComplete: true };
}

/** Endpoint 3. */
export function readCollectionContent(content: unknown): ReadContent<CollectionContent> {
  if (!isObject(content)) {
    const id = textOf(content);
    return { content: id === undefined ? null : { ExternalId: id, Errors: [] }, isComplete: id !== undefined };
  }
  const id = textOf(fieldOf(content, 'ExternalId'));
  const { errors, isComplete } = readErrors({ Errors: fieldOf(content, 'Errors') ?? null });
  if (id === undefined) return { content: null, isComplete: false };
  return { content: { ExternalId: id, Errors: errors }, isComplete };
}

/** Endpoint 4. */
export function readUserContent(content: unknown): ReadContent<UserContent> {
  const user = isObject(content) ? fieldOf(content, 'User') : undefined;
  const groups = readParts(isObject(content) ? fieldOf(content, 'GroupErrors') : undefined, 'ExternalId');
  const GroupErrors = groups.parts.map(({ id, ...error }) => ({ ExternalId: id, ...error }));
  if (!isObject(user) && GroupErrors.length === 0) return { content: null, isComplete: false };
  return {
    content: { User: (isObject(user) ? user : {}) as unknown as StoredUserFields, GroupErrors },
    isComplete: isObject(user) && groups.isComplete,
  };
}

/**
 * Endpoint 5. Of each who was to be removed an answer says that it was done, or why not. One that names none of them
 * cannot be read; whether it leaves out some is for the caller to see.
 */
export function readInvigilatorsContent(
  content: unknown,
  asked: readonly string[],
): ReadContent<InvigilatorsContent> | undefined {
  if (!isObject(content)) return undefined;
  const listed = fieldOf(content, 'SuccessfullyRemoved') ?? [];
  const removed = (Array.isArray(listed) ? listed : [listed]).map(readUserExtId).filter((id) => id !== undefined);
  const errors = readParts(fieldOf(content, 'Errors'), 'UserExtId');
  const told = new Set([...removed, ...errors.parts.map(({ id }) => id)].map((id) => id.toLowerCase()));
  const isTold = (id: unknown) => told.has(String(id).toLowerCase());
  // A reason without a name may be anybody's.
  if (!told.has('') && !asked.some(isTold)) return undefined;
  return {
    content: {
      SuccessfullyRemoved: removed,
      Errors: errors.parts.map(({ id, ...error }) => ({ UserExtId: id, ...error })),
    },
    isComplete: errors.isComplete && Array.isArray(listed) && removed.length === listed.length && asked.every(isTold),
  };
}

function readUserExtId(entry: unknown): string | undefined {
  return textOf(isObject(entry) ? fieldOf(entry, 'UserExtId') : entry);
}

/** What of a request was not done, and why. */
interface Part {
  /** Empty where the platform names none. */
  readonly id: string;
  readonly Code: number | null;
  readonly Error: string;
}

interface ReadParts {
  readonly parts: readonly Part[];
  /** Whether all of it stood in the interface's form. */
  readonly isComplete: boolean;
}

/** A list of errors within a success, in whatever form: none of them may be lost, or the success would be whole. */
function readParts(value: unknown, idName: string): ReadParts {
  if (value === null || value === undefined) return { parts: [], isComplete: true };
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const inForm = list.map((entry) => readPart(entry, idName));
  return {
    parts: inForm.flatMap((part, index) => (part === undefined ? readLoosely(list[index]) : [part])),
    isComplete: inForm.every((part) => part !== undefined),
  };
}

function readPart(entry: unknown, idName: string): Part | undefined {
  if (!isObject(entry)) return undefined;
  const id = textOf(fieldOf(entry, idName));
  if (id === undefined) return undefined;
  const code = toCode(fieldOf(entry, 'Code'));
  return { id, Code: code, Error: errorText(entry, code) };
}

/** Where errors are listed by id, the reader takes the ids for names of fields. */
function readLoosely(entry: unknown): Part[] {
  const { errors } = readErrors({ Errors: [entry] });
  if (errors.length === 0) return [{ id: '', Code: null, Error: 'The platform tells of an error that cannot be read' }];
  return errors.map(({ Field = '', Code, Error: text }) => ({ id: Field, Code, Error: text }));
}

function errorText(entry: JsonObject, code: number | null): string {
  const text = fieldOf(entry, 'Error');
  return typeof text === 'string' ? text : `Error ${code ?? 'without a number'}`;
}
