/** Turns the outcome of a request into a result for the report. */
import type { Draft } from '../model/draft.ts';
import type { Answer } from '../../platform/envelope.ts';
import type { ApiError } from '../../platform/problem.ts';
import type { FieldChange, Outcome, RecordResult } from '../model/report.ts';
import { errorsOf } from './partial-errors.ts';
import type { Effect, ValueChange } from '../model/target.ts';

/** Makes a change fit to be shown: as text, and masked where it has to be. */
export type DescribeChange = (change: ValueChange) => FieldChange;

/** A record with what was planned for it. */
export interface Subject {
  readonly draft: Draft;
  readonly effect: Effect;
  readonly describe: DescribeChange;
}

export function unchangedResult(subject: Subject): RecordResult {
  return result(subject, 'succeeded', 0, undefined);
}

export function sentResult(subject: Subject, answer: Answer<unknown>): RecordResult {
  const sent = result(subject, outcomeOf(answer), answer.delivery?.attempts ?? 1, answer);
  const isInPart = sent.outcome === 'failed' && answer.envelope.Success && subject.draft.key === null;
  return isInPart ? { ...sent, errors: [...sent.errors, IN_PART] } : sent;
}

/** Said of what was made in a part and has no id by which a second request would find it. */
const IN_PART: ApiError = {
  Code: null,
  Error: 'The rest was done; without an id it is not sent again, since it would be made a second time',
  Rule: 'delivery.in-part',
};

/** Whether sending a failed record again would make a second one. */
export function wouldBeDoubled({ errors }: Pick<RecordResult, 'errors'>): boolean {
  return errors.some(({ Rule }) => Rule === IN_PART.Rule);
}

/** The result of a rehearsed request. If the target could not be asked, it does not say what the answer would be. */
export function rehearsedResult(subject: Subject, answer: Answer<unknown> | undefined): RecordResult {
  if (answer === undefined) {
    return result(subject, subject.effect.action === 'unchanged' ? 'would-succeed' : 'not-sent', 0, undefined);
  }
  return result(subject, outcomeOf(answer) === 'succeeded' ? 'would-succeed' : 'would-fail', 0, answer);
}

/** The result of a record that this part of the run does not send. */
export function leftResult(subject: Subject): RecordResult {
  return result(subject, 'not-sent', 0, undefined);
}

/** The result of a record that an earlier part of the run has finished. Later changes are not part of it. */
export function settledResult(subject: Subject, earlier: Omit<RecordResult, 'key' | 'file' | 'line'>): RecordResult {
  return { ...leftResult({ ...subject, effect: { ...subject.effect, changes: [] } }), ...earlier };
}

/** The result of a record that was under way when the target broke down. */
export function unprovenResult(subject: Subject): RecordResult {
  const text = 'Whether this was done cannot be known: the target stopped before it confirmed it';
  return {
    ...result(subject, 'unknown', 1, undefined),
    errors: [{ Code: null, Error: text, Rule: 'delivery.unknown' }],
  };
}

/** The result of a record that may have been done, and would be done twice if it were sent again. */
export function doubtfulResult(subject: Subject): RecordResult {
  const text = 'Whether the platform has done this cannot be known, and without an id it would be done twice';
  return {
    ...result(subject, 'unknown', 0, undefined),
    errors: [{ Code: null, Error: text, Rule: 'delivery.unknown' }],
  };
}

/** The result of a record that may have been done, in a run that retries only failures. */
export function stillUnknownResult(subject: Subject): RecordResult {
  const text = 'Whether the platform has done this cannot be known: "examctl runs resume" finds out, where that can be';
  return {
    ...result(subject, 'unknown', 0, undefined),
    errors: [{ Code: null, Error: text, Rule: 'delivery.unknown' }],
  };
}

/** A record that was done in part has failed. Its errors say what was done. */
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
  const { file, line } = draft.rows[0];
  return {
    key: draft.key ?? '',
    file,
    line,
    action: effect.action,
    outcome,
    attempts,
    errors: answer === undefined ? [] : errorsOf(answer),
    ...toldBy(answer),
    ...(effect.changes.length === 0 ? {} : { changes: effect.changes.map(describe) }),
  };
}

/** The parts of an answer beside its envelope. */
function toldBy(answer: Answer<unknown> | undefined): Pick<RecordResult, 'links' | 'said' | 'excerpt'> {
  const { links, said, excerpt } = answer?.delivery ?? {};
  return {
    links,
    said,
    excerpt,
  };
}
