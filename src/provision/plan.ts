/** Finds out what each request would do. Against the embedded engine this is a rehearsal, and so is a dry run. */
import type { Answer } from '../contract/envelope.ts';
import type { Action } from '../contract/report.ts';
import { createBytes, createNumbers } from './compact-lists.ts';
import { errorsOf } from './partial-errors.ts';
import type { RunRecord } from './run-record.ts';
import type { Effect, Rehearsal, Send, Target, ValueChange } from './target.ts';
import type { ValidRequest, ValidRequests } from './valid-requests.ts';

/** What is planned for one request. */
export interface Planned {
  readonly effect: Effect;
  /** The target has it as the file says, in all its parts. */
  readonly isUnchanged: boolean;
  /** By which the run's record knows it; `NO_NUMBER` where it does not. */
  readonly number: number;
}

/** By the position of the request in the walk. */
export interface Plan {
  readonly of: (index: number) => Planned;
  readonly count: number;
}

export interface PlanOptions<R> {
  readonly target: Target;
  readonly send: Send<R>;
  readonly record: RunRecord;
  /** What is kept of a remote's users: whether this very request is known to be there. */
  readonly isKnown?: (request: R) => boolean;
  readonly onPlanned: (valid: ValidRequest<R>, planned: Planned, answer: Answer<unknown> | undefined) => Promise<void>;
}

export const NO_NUMBER = 0xffffffff;

const ACTIONS: readonly Action[] = ['unknown', 'create', 'update', 'unchanged'];
const NO_CHANGES: readonly ValueChange[] = [];

/** One request after the other: each meets the state that the earlier ones would have left. */
export async function planRequests<R>(valid: ValidRequests<R>, options: PlanOptions<R>): Promise<Plan> {
  const rehearsal = options.target.rehearse?.();
  const actions = createBytes();
  const unchanged = createBytes();
  const numbers = createNumbers();
  const changes = new Map<number, readonly ValueChange[]>();
  const planOf = (index: number): Planned => ({
    effect: { action: ACTIONS[actions.at(index)] ?? 'unknown', changes: changes.get(index) ?? NO_CHANGES },
    isUnchanged: unchanged.at(index) === 1,
    number: numbers.at(index),
  });
  for await (const request of valid.walk()) {
    const { effect, answer, isUnchanged } = await rehearse(request, rehearsal, options);
    const index = actions.length;
    actions.push(ACTIONS.indexOf(effect.action));
    unchanged.push(isUnchanged ? 1 : 0);
    numbers.push(numberOf(request, effect, isUnchanged, options));
    if (effect.changes.length > 0) changes.set(index, effect.changes);
    await options.onPlanned(request, planOf(index), answer);
  }
  return { of: planOf, count: actions.length };
}

/** What is unchanged is not intended; but an earlier part of the run may have been cut short while it was done. */
function numberOf<R>(
  { draft }: ValidRequest<R>,
  { action }: Effect,
  isUnchanged: boolean,
  { record }: PlanOptions<R>,
): number {
  return isUnchanged ? (record.find(draft) ?? NO_NUMBER) : record.intend(draft, action);
}

interface Rehearsed {
  readonly effect: Effect;
  readonly isUnchanged: boolean;
  readonly answer?: Answer<unknown>;
}

const UNKNOWN: Effect = { action: 'unknown', changes: NO_CHANGES };
const UNCHANGED: Effect = { action: 'unchanged', changes: NO_CHANGES };

async function rehearse<R>(
  { request }: ValidRequest<R>,
  rehearsal: Rehearsal | undefined,
  { send, isKnown }: PlanOptions<R>,
): Promise<Rehearsed> {
  if (rehearsal === undefined) {
    return isKnown?.(request) ? { effect: UNCHANGED, isUnchanged: true } : { effect: UNKNOWN, isUnchanged: false };
  }
  const answer = await send(rehearsal.service, request);
  const effect = answer.envelope.Success ? rehearsal.lastEffect() : UNKNOWN;
  return { answer, effect, isUnchanged: effect.action === 'unchanged' && errorsOf(answer).length === 0 };
}
