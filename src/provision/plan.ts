/** Finds out what each request would do. Against the embedded engine this is a rehearsal, and so is a dry run. */
import type { Draft } from '../contract/draft.ts';
import type { Answer } from '../contract/envelope.ts';
import type { Effect, Send, Target } from './target.ts';

/** A request that local validation passed. */
export interface ValidRequest<R> {
  readonly draft: Draft;
  readonly request: R;
}

export interface PlannedRequest<R> extends ValidRequest<R> {
  readonly effect: Effect;
  /** What the target would answer; absent where it cannot be asked beforehand. */
  readonly answer?: Answer<unknown>;
}

const UNKNOWN: Effect = { action: 'unknown', changes: [] };

export async function planRequests<R>(
  requests: readonly ValidRequest<R>[],
  target: Target,
  send: Send<R>,
  onPlanned: (done: number) => void,
): Promise<PlannedRequest<R>[]> {
  const rehearsal = target.rehearse?.();
  if (rehearsal === undefined) return requests.map((request) => ({ ...request, effect: UNKNOWN }));
  const planned: PlannedRequest<R>[] = [];
  // One after the other: each meets the state that the earlier ones would have left.
  for (const valid of requests) {
    const answer = await send(rehearsal.service, valid.request);
    planned.push({ ...valid, answer, effect: answer.envelope.Success ? rehearsal.lastEffect() : UNKNOWN });
    onPlanned(planned.length);
  }
  return planned;
}
