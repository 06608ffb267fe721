/** What became of a request, as a result for the report. */
import type { Answer } from '../contract/envelope.ts';
import type { FieldChange, Outcome, RecordResult } from '../contract/report.ts';
import { errorsOf } from './partial-errors.ts';
import type { PlannedRequest } from './plan.ts';
import type { ValueChange } from './target.ts';

/** Makes a change fit to be shown: as text, and masked where it has to be. */
export type DescribeChange = (change: ValueChange) => FieldChange;

/** A record that needs no sending: the target has it as the file says, in all its parts. */
export function needsNoSending<R>({ effect, answer }: PlannedRequest<R>): boolean {
  return effect.action === 'unchanged' && (answer === undefined || errorsOf(answer).length === 0);
}

/** Of a request that was sent, or that needed no sending (then without an answer). */
export function sentResult<R>(
  planned: PlannedRequest<R>,
  answer: Answer<unknown> | undefined,
  describe: DescribeChange,
): RecordResult {
  if (answer === undefined) return result(planned, 'succeeded', 0, undefined, describe);
  return result(planned, outcomeOf(answer), answer.delivery?.attempts ?? 1, answer, describe);
}

/** Of a request that was only rehearsed; `unknown` where the target could not be asked. */
export function rehearsedResult<R>(planned: PlannedRequest<R>, describe: DescribeChange): RecordResult {
  const { answer } = planned;
  if (answer === undefined) return result(planned, 'unknown', 0, undefined, describe);
  return result(planned, outcomeOf(answer) === 'succeeded' ? 'would-succeed' : 'would-fail', 0, answer, describe);
}

/** A record of which a part was not done has failed: what was done of it is said in its errors. */
function outcomeOf(answer: Answer<unknown>): Outcome {
  if (answer.delivery?.certainty === 'unknown') return 'unknown';
  return errorsOf(answer).length === 0 && answer.envelope.Success ? 'succeeded' : 'failed';
}

function result<R>(
  { draft, effect }: PlannedRequest<R>,
  outcome: Outcome,
  attempts: number,
  answer: Answer<unknown> | undefined,
  describe: DescribeChange,
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
    ...(effect.changes.length === 0 ? {} : { changes: effect.changes.map(describe) }),
  };
}
