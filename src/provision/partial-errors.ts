/** What an answer with `Success: true` reports as not done: hierarchies of a user, invigilators of a schedule, anything. */
import type { Answer, ApiError } from '../contract/envelope.ts';
import { ownValue } from '../contract/own-value.ts';

/** Errors of the request, and, where it succeeded as a whole, of its parts. */
export function errorsOf({ envelope }: Answer<unknown>): readonly ApiError[] {
  const errors = envelope.Errors ?? [];
  return envelope.Success ? [...errors, ...partialErrors(envelope.Content)] : errors;
}

function partialErrors(content: unknown): ApiError[] {
  const groups = listOf(content, 'GroupErrors').map((error) => partOf(error, 'ExternalId', 'Hierarchies'));
  const others = listOf(content, 'Errors').map((error) => partOf(error, 'UserExtId', 'UserExtId'));
  return [...groups, ...others];
}

function listOf(content: unknown, name: string): unknown[] {
  const list = ownValue(content, name);
  return Array.isArray(list) ? list : [];
}

function partOf(error: unknown, idName: string, field: string): ApiError {
  const id = ownValue(error, idName);
  const code = ownValue(error, 'Code');
  const text = String(ownValue(error, 'Error') ?? 'failed');
  return {
    Code: typeof code === 'number' ? code : null,
    Error: id === undefined || id === '' ? text : `${String(id)}: ${text}`,
    Field: field,
  };
}
