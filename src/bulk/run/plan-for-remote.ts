/** Plans the requests for a target that cannot decide beforehand: all but those that were sent before, unchanged. */

import { createBytes, createNumbers } from '../../base/lists/compact-lists.ts';
import type { ValidRequest } from '../../model/draft.ts';
import type { Action } from '../../model/report.ts';
import type { RunRecord } from '../../runs/run-record.ts';
import { NO_NUMBER, type Planned } from './run-steps.ts';
import type { ValidRequests } from './valid-requests.ts';

/** The plan, by the position of the request in the walk. */
export interface Plan {
  readonly of: (index: number) => Planned;
  readonly count: number;
}

export interface RemotePlanOptions<R> {
  readonly record: RunRecord;
  /** Whether this exact request was sent before. */
  readonly isKnown?: ((request: R) => boolean) | undefined;
  readonly onPlanned: (valid: ValidRequest<R>, planned: Planned, position: number) => Promise<void>;
}

export async function planForRemote<R>(
  valid: ValidRequests<R>,
  { record, isKnown, onPlanned }: RemotePlanOptions<R>,
): Promise<Plan> {
  const unchanged = createBytes();
  const numbers = createNumbers();
  const planOf = (index: number): Planned => {
    const isUnchanged = unchanged.at(index) === 1;
    const action: Action = isUnchanged ? 'unchanged' : 'unknown';
    return { effect: { action, changes: [] }, isUnchanged, number: numbers.at(index) };
  };
  for await (const request of valid.walk()) {
    const position = unchanged.length;
    const isUnchanged = isKnown?.(request.request) === true;
    unchanged.push(isUnchanged ? 1 : 0);
    // An unchanged record is not planned, but it has a number if an earlier part of the run was cut short during it.
    const found = record.find(request);
    numbers.push(found ?? (isUnchanged ? NO_NUMBER : record.intend(request, 'unknown')));
    await onPlanned(request, planOf(position), position);
  }
  return { of: planOf, count: unchanged.length };
}
