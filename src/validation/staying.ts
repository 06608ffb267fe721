/** The warning that a schedule keeps candidates whom the file does not name. */
import type { Draft } from '../contract/draft.ts';
import { CANDIDATES_STAY, type Finding } from '../contract/finding.ts';

const MAX_NAMED = 5;

/** A file without a candidate does not take the seat away: whoever sends it is told so. */
export function stayingFinding(draft: Draft, staying: readonly string[]): Finding {
  const [subject, verb] = staying.length === 1 ? ['1 candidate', 'is'] : [`${staying.length} candidates`, 'are'];
  const stay = staying.length === 1 ? 'stays' : 'stay';
  const left = staying.length - MAX_NAMED;
  const names = staying.slice(0, MAX_NAMED).join(', ') + (left > 0 ? ` and ${left} more` : '');
  const message = `${subject} of ${draft.key ?? 'the schedule'} ${verb} not in the file and ${stay}`;
  return {
    severity: 'warning',
    ...draft.locate(['Candidates']),
    key: draft.key,
    code: null,
    rule: CANDIDATES_STAY,
    message: `${message}, since the interface cannot remove candidates: ${names}`,
    suggestion: null,
  };
}
