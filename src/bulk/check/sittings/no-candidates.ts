/** The warning about a schedule without candidates. */
import { ownValue } from '../../../base/own-value.ts';
import type { Draft } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import { problem } from '../../../platform/problem.ts';
import { toFinding } from '../findings.ts';

export const NO_CANDIDATES = 'schedule-request.candidates.none';

/** An update may have no candidates: it may be about the schedule alone. */
export function warnOfNoCandidates(draft: Draft): Finding[] {
  const candidates = ownValue(draft.request, 'Candidates');
  if (!Array.isArray(candidates) || candidates.length > 0 || ownValue(draft.request, 'Upsert') === true) return [];
  const message = 'The schedule has no candidates';
  const detail = { path: ['Candidates'], rule: NO_CANDIDATES, message, suggestion: ADD };
  return [toFinding(draft, problem(detail), 'warning')];
}

const ADD = 'add its candidates, or give their file with --candidates';
