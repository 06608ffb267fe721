/** Makes the result of a record, for the report. */
import { ownList, ownValue } from '../../base/own-value.ts';
import type { Draft } from '../../model/draft.ts';
import type { FieldChange, Outcome, RecordResult } from '../../model/report.ts';
import { type Operation, ruleOf } from '../../platform/conditions/index.ts';
import type { Answer } from '../../platform/envelope.ts';
import { type ApiError, MAY_BE_DONE_RULE } from '../../platform/problem.ts';
import type { Effect, ValueChange } from '../../platform/service.ts';

/** Makes the values of a record ready to be shown: as text, and masked if they are personal. */
export interface DescribeChange {
  change(change: ValueChange): FieldChange;
  /** The name of the person or thing that a request is about. */
  name(request: unknown): string | undefined;
}

/** A record with its plan. */
export interface Subject {
  readonly draft: Draft;
  readonly effect: Effect;
  readonly describe: DescribeChange;
}

export function unchangedResult(subject: Subject): RecordResult {
  return result(subject, 'succeeded', 0, undefined);
}

/** `isUnsure`: an earlier part of the run may have done the record. */
export function sentResult(subject: Subject, answer: Answer<unknown>, isUnsure = false): RecordResult {
  const sent = result(subject, outcomeOf(answer), answer.delivery?.timesSent ?? 1, answer);
  const mayBeDone = (isUnsure || answer.delivery?.mayBeDone) && sent.outcome === 'failed' && !answer.envelope.Success;
  return mayBeDone ? { ...sent, errors: [...sent.errors, MAY_BE_DONE] } : sent;
}

const MAY_BE_DONE: ApiError = {
  Code: null,
  Error: 'An earlier attempt got no answer, so the platform may have done this',
  Rule: MAY_BE_DONE_RULE,
};

/** The result in a dry run on a target that is not asked: it does not say how a request would end. */
export function rehearsedResult(subject: Subject): RecordResult {
  return result(subject, subject.effect.action === 'unchanged' ? 'would-succeed' : 'not-sent', 0, undefined);
}

/** The result of a request that was decided: how it ends once the plan is committed, and how it would end in a dry run. */
export function decidedResult(
  subject: Subject,
  answer: Answer<unknown>,
  { outcome, attempts }: Pick<RecordResult, 'outcome' | 'attempts'>,
): RecordResult {
  return result(subject, outcome, attempts, answer);
}

/** The result of a record that this part of the run does not send. */
export function notSentResult(subject: Subject): RecordResult {
  return result(subject, 'not-sent', 0, undefined);
}

/** The result without attempts, changes and errors, for a record that this part of the run does not send. */
export function asNotSent({ changes: _changes, ...result }: RecordResult): RecordResult {
  return { ...result, outcome: 'not-sent', attempts: 0, errors: [] };
}

type Settled = Omit<RecordResult, 'key' | 'file' | 'line' | 'sheet'>;

/** The result of a record that an earlier part of the run has finished. */
export function asSettled(result: RecordResult, earlier: Settled): RecordResult {
  return { ...asNotSent(result), ...earlier, attempts: 0 };
}

/**
 * An answer may mean that an attempt without an answer has worked. If an earlier part of the run was refused in the same
 * words, the refusal is older than that attempt, so it stands.
 */
export function asRefusedBefore({ said, ...result }: RecordResult, { outcome, errors }: Settled): RecordResult {
  const isSame = outcome === 'failed' && said === errors.map(({ Error: text }) => text).join('; ');
  return isSame ? { ...result, outcome, errors } : { said, ...result };
}

/** The result of a record that may have been done, and that this part of the run does not send. */
export function asStillUnknown(result: RecordResult): RecordResult {
  return asUnknown(asNotSent(result), '"examctl runs resume" finds out if it can; on a store, the command itself does');
}

/** The result of a record that was under way when the target broke down. */
export function unprovenResult(subject: Subject): RecordResult {
  return asUnknown(result(subject, 'unknown', 1, undefined), 'the platform stopped before it confirmed it');
}

/** The result of a decision whose commit broke down. */
export function asUnproven({ changes: _changes, ...result }: RecordResult): RecordResult {
  return asUnknown(result, 'the platform stopped before it confirmed it');
}

/** The result of a record whose answer could not be written down. Its links stay, since a later answer may not have them. */
export function asUnkept(result: RecordResult): RecordResult {
  const links = result.links === undefined ? '' : '; its links are in no file, and only a report as JSON has them';
  return asUnknown(result, `the answer could not be kept, and "examctl runs resume" asks again${links}`);
}

function asUnknown(result: RecordResult, why: string): RecordResult {
  const text = `Whether the platform has done this cannot be known: ${why}`;
  return { ...result, outcome: 'unknown', errors: [{ Code: null, Error: text, Rule: 'delivery.unknown' }] };
}

/** A record that was done in part counts as failed. Its errors say which part was not done. */
export function outcomeOf(answer: Answer<unknown>): Outcome {
  if (answer.delivery?.certainty === 'unknown') return 'unknown';
  return errorsOf(answer).length === 0 && answer.envelope.Success ? 'succeeded' : 'failed';
}

function result(
  { draft, effect, describe }: Subject,
  outcome: Outcome,
  attempts: number,
  answer: Answer<unknown> | undefined,
): RecordResult {
  const { file, line, sheet } = draft.rows[0];
  const { links, said, excerpt } = answer?.delivery ?? {};
  const { request } = draft;
  const name = describe.name(request);
  return {
    key: draft.key ?? '',
    ...(name !== undefined && { name }),
    ...sittingOf(request),
    file,
    line,
    sheet,
    action: effect.action,
    outcome,
    attempts,
    errors: answer === undefined || ACCEPTED.has(outcome) ? [] : errorsOf(answer),
    links,
    said: said?.map(({ text }) => text).join('; '),
    excerpt,
    ...(effect.changes.length === 0 ? {} : { changes: effect.changes.map(describe.change) }),
  };
}

/** What has these outcomes was accepted as a whole: its answer has no errors. */
const ACCEPTED: ReadonlySet<Outcome> = new Set(['succeeded', 'would-succeed']);

function sittingOf(request: unknown): Pick<RecordResult, 'sitting'> {
  const schedule = ownValue(request, 'Schedule');
  const [start, end] = [ownValue(schedule, 'StartDateTime'), ownValue(schedule, 'EndDateTime')];
  if (typeof start !== 'string') return {};
  return { sitting: { start, ...(typeof end === 'string' && { end }) } };
}

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
