/** Errors within an answer with `Success: true`: hierarchies of a user, invigilators of a schedule, or others. */

import { ownList, ownValue } from '../../base/own-value.ts';
import { type Operation, ruleOf } from '../../platform/conditions/index.ts';
import type { Answer } from '../../platform/envelope.ts';
import type { ApiError } from '../../platform/problem.ts';

/** The errors of the request and, if it succeeded, those of its parts. */
export function errorsOf({ envelope }: Answer<unknown>): readonly ApiError[] {
  const errors = envelope.Errors ?? [];
  return envelope.Success ? [...errors, ...partialErrors(envelope.Content)] : errors;
}

/** The same answer with rules: an error with a number and without a rule gets the rule of its number. */
export function withRules<C>(operation: Operation, answer: Answer<C>): Answer<C> {
  const { envelope } = answer;
  if (envelope.Errors === null) return answer;
  const Errors = envelope.Errors.map((error) => ({ Rule: ruleOf(operation, error.Code), ...error }));
  return { ...answer, envelope: { ...envelope, Errors } };
}

function partialErrors(content: unknown): ApiError[] {
  const groups = ownList(content, 'GroupErrors').map((error) => partOf(error, GROUP));
  const others = ownList(content, 'Errors').map((error) => partOf(error, INVIGILATOR));
  return [...groups, ...others];
}

/** The subject of the errors in each list. The interface gives them a number, but no rule. */
interface Part {
  readonly idName: string;
  readonly field: string;
  readonly operation: Operation;
}

const GROUP: Part = { idName: 'ExternalId', field: 'Hierarchies', operation: 'saveUser' };
const INVIGILATOR: Part = { idName: 'UserExtId', field: 'UserExtId', operation: 'removeInvigilators' };

function partOf(error: unknown, { idName, field, operation }: Part): ApiError {
  const id = ownValue(error, idName);
  const code = ownValue(error, 'Code');
  const text = String(ownValue(error, 'Error') ?? 'failed');
  const Code = typeof code === 'number' ? code : null;
  return {
    Code,
    Error: id === undefined || id === '' ? text : `${String(id)}: ${text}`,
    Field: field,
    Rule: ruleOf(operation, Code),
  };
}
