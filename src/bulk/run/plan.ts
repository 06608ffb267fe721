/** Finds out what each request would do. Against the embedded engine this is a rehearsal, and so is a dry run. */
import type { Answer } from '../../platform/envelope.ts';
import type { Action } from '../model/report.ts';
import { createBytes, createNumbers } from '../../base/compact-lists.ts';
import { errorsOf } from '../report/partial-errors.ts';
import type { RunRecord } from '../../runs/run-record.ts';
import type { AssessmentService, Effect, Rehearsal, ValueChange } from '../../platform/service.ts';
import type { Target } from '../model/target.ts';
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
  /** Sends one request to a service. */
  readonly send: (service: AssessmentService, request: R) => Promise<Answer<unknown>>;
  readonly record: RunRecord;
  /** For users of a remote: whether this exact request was sent before. */
  readonly isKnown?: ((request: R) => boolean) | undefined;
  readonly onPlanned: (valid: ValidRequest<R>, planned: Planned, answer: Answer<unknown> | undefined) => Promise<void>;
}

export const NO_NUMBER = 0xffffffff;

const ACTIONS: readonly Action[] = ['unknown', 'create', 'update', 'unchanged'];
const NO_CHANGES: readonly ValueChange[] = [];

/**
 * The number of requests whose preparation may begin before their turn. More than there are processors, since in most
 * files not every record has a password.
 */
const LOOK_AHEAD = 32;

/** One request after the other: each meets the state that the earlier ones would have left. */
export async function planRequests<R>(valid: ValidRequests<R>, options: PlanOptions<R>): Promise<Plan> {
  const rehearsal = options.target.rehearse?.();
  try {
    return await planInOrder(valid, rehearsal, options);
  } finally {
    rehearsal?.end();
  }
}

async function planInOrder<R>(
  valid: ValidRequests<R>,
  rehearsal: Rehearsal | undefined,
  options: PlanOptions<R>,
): Promise<Plan> {
  const actions = createBytes();
  const unchanged = createBytes();
  const numbers = createNumbers();
  const changes = new Map<number, readonly ValueChange[]>();
  const planOf = (index: number): Planned => ({
    effect: { action: ACTIONS[actions.at(index)] ?? 'unknown', changes: changes.get(index) ?? NO_CHANGES },
    isUnchanged: unchanged.at(index) === 1,
    number: numbers.at(index),
  });
  const steps = lookAhead(valid.walk(), rehearsal === undefined ? 0 : LOOK_AHEAD, (request) =>
    beginStep(request, rehearsal, options),
  );
  for await (const { item: request, begun: finish } of steps) {
    const { effect, answer, isUnchanged } = await finish();
    const index = actions.length;
    actions.push(ACTIONS.indexOf(effect.action));
    unchanged.push(isUnchanged ? 1 : 0);
    numbers.push(numberOf(request, effect, isUnchanged, options));
    if (effect.changes.length > 0) changes.set(index, effect.changes);
    await options.onPlanned(request, planOf(index), answer);
  }
  return { of: planOf, count: actions.length };
}

/** An unchanged record is not planned. But an earlier part of the run may have been cut short during it. */
function numberOf<R>(
  { draft, request }: ValidRequest<R>,
  { action }: Effect,
  isUnchanged: boolean,
  { record }: PlanOptions<R>,
): number {
  return isUnchanged ? (record.find(draft) ?? NO_NUMBER) : record.intend(draft, action, request);
}

interface Step {
  readonly effect: Effect;
  readonly isUnchanged: boolean;
  readonly answer?: Answer<unknown> | undefined;
}

const UNKNOWN: Effect = { action: 'unknown', changes: NO_CHANGES };
const UNCHANGED: Effect = { action: 'unchanged', changes: NO_CHANGES };

/** Returns a function that plans the request, to call after the requests before it are planned. */
function beginStep<R>(
  { request }: ValidRequest<R>,
  rehearsal: Rehearsal | undefined,
  { send, isKnown }: PlanOptions<R>,
): () => Promise<Step> {
  if (rehearsal === undefined) {
    return async () =>
      isKnown?.(request) ? { effect: UNCHANGED, isUnchanged: true } : { effect: UNKNOWN, isUnchanged: false };
  }
  const rehearse = rehearsal.begin((service) => send(service, request));
  return async () => {
    const { answer, effect: done } = await rehearse();
    const isWhole = answer.envelope.Success && errorsOf(answer).length === 0;
    // A request that is refused in part may change another part. If it changes nothing, it has only failed.
    const isUnchanged = isWhole && done.action === 'unchanged';
    const effect = answer.envelope.Success && (isWhole || done.action !== 'unchanged') ? done : UNKNOWN;
    return { answer, effect, isUnchanged };
  };
}

/**
 * Begins work on the items of a walk before their turn comes: on each, and on up to `count` behind it. Gives what
 * `begin` gave, in the order of the walk; what breaks the walk comes when the items before it have had their turn.
 *
 * The walk is asked for the next item before it has given the last: a generator answers in order.
 */
export async function* lookAhead<T, B>(
  walk: AsyncIterable<T>,
  count: number,
  begin: (item: T) => B,
): AsyncGenerator<{ readonly item: T; readonly begun: B }> {
  const items = walk[Symbol.asyncIterator]();
  const pull = async (): Promise<{ item: T; begun: B } | undefined> => {
    const next = await items.next();
    return next.done ? undefined : { item: next.value, begun: begin(next.value) };
  };
  const pulled: Promise<{ item: T; begun: B } | undefined>[] = [];
  try {
    for (;;) {
      while (pulled.length <= count) pulled.push(quiet(pull()));
      const first = await pulled.shift();
      if (first === undefined) return;
      yield first;
    }
  } finally {
    await items.return?.();
  }
}

/** A failure counts when its turn comes. If its turn never comes, it is not reported. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
