/** The content of each operation's answer, in the interface's form, of whatever the platform has sent. */
import type { CollectionContent } from '../contract/collection.ts';
import type { InvigilatorError, InvigilatorsContent } from '../contract/invigilators.ts';
import type { ReviewSession } from '../contract/review-session.ts';
import type { GroupError, StoredUserFields, UserContent } from '../contract/user.ts';
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
  if (!isObject(content) || !isObject(user)) return { content: null, isComplete: false };
  const { entries, isComplete } = readEntries(fieldOf(content, 'GroupErrors'), toGroupError);
  return { content: { User: user as unknown as StoredUserFields, GroupErrors: entries }, isComplete };
}

/** Endpoint 5. Without the list of those removed nobody knows who was. */
export function readInvigilatorsContent(content: unknown): ReadContent<InvigilatorsContent> | undefined {
  const removed = isObject(content) ? fieldOf(content, 'SuccessfullyRemoved') : undefined;
  if (!isObject(content) || !(Array.isArray(removed) || removed === null || removed === undefined)) return undefined;
  const ids = readEntries(removed, (entry) => textOf(entry));
  const errors = readEntries(fieldOf(content, 'Errors'), toInvigilatorError);
  if (ids.entries.length + errors.entries.length === 0 && !(ids.isComplete && errors.isComplete)) return undefined;
  return {
    content: { SuccessfullyRemoved: ids.entries, Errors: errors.entries },
    isComplete: ids.isComplete && errors.isComplete,
  };
}

function readEntries<T>(
  value: unknown,
  read: (entry: unknown) => T | undefined,
): { readonly entries: readonly T[]; readonly isComplete: boolean } {
  if (value === null || value === undefined) return { entries: [], isComplete: true };
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const entries = list.map(read).filter((entry) => entry !== undefined);
  return { entries, isComplete: entries.length === list.length };
}

function toGroupError(entry: unknown): GroupError | undefined {
  const error = readEntry(entry, 'ExternalId');
  return error && { ExternalId: error.id, Code: error.Code, Error: error.Error };
}

function toInvigilatorError(entry: unknown): InvigilatorError | undefined {
  const error = readEntry(entry, 'UserExtId');
  return error && { UserExtId: error.id, Code: error.Code, Error: error.Error };
}

function readEntry(
  entry: unknown,
  idName: string,
): { readonly id: string; readonly Code: number | null; readonly Error: string } | undefined {
  if (!isObject(entry)) return undefined;
  const id = textOf(fieldOf(entry, idName));
  if (id === undefined) return undefined;
  const code = toCode(fieldOf(entry, 'Code'));
  return { id, Code: code, Error: errorText(entry, code) };
}

function errorText(entry: JsonObject, code: number | null): string {
  const text = fieldOf(entry, 'Error');
  return typeof text === 'string' ? text : `Error ${code ?? 'without a number'}`;
}
