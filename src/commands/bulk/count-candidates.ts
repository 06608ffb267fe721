import type { Draft } from '../../bulk/model/draft.ts';
import { ownValue } from '../../base/own-value.ts';

/** How many candidates the schedule request of a draft names. */
export function countCandidates({ request }: Draft): number {
  const candidates = ownValue(request, 'Candidates');
  return Array.isArray(candidates) ? candidates.length : 0;
}
