/** Checks one schedule alone: its end is after its start, and it has candidates. */
import { ownValue } from '../../../base/own-value.ts';
import type { Draft } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import { isUtcDateTime, toUtcForm } from '../../../platform/fields/formats.ts';
import { problem } from '../../../platform/problem.ts';
import { toFinding } from '../findings.ts';

export function checkSitting(draft: Draft): Finding[] {
  return [...checkWindow(draft), ...checkCandidates(draft)];
}

/** The platform refuses such an end, however long the assessment is. */
function checkWindow(draft: Draft): Finding[] {
  const schedule = ownValue(draft.request, 'Schedule');
  const [start, end] = [timeOf(ownValue(schedule, 'StartDateTime')), timeOf(ownValue(schedule, 'EndDateTime'))];
  // A text that is not a time has its own finding. It is NaN here, and every comparison with NaN is false.
  if (!(end <= start)) return [];
  const message = `EndDateTime is ${end === start ? 'the same as' : 'before'} StartDateTime`;
  const rule = 'schedule.end-date-time.too-early';
  return [toFinding(draft, problem({ path: ['Schedule', 'EndDateTime'], rule, message, suggestion: END_LATER }))];
}

const END_LATER = 'write a later end, or leave it empty for the default';

/** The time of a value in milliseconds; NaN where it is not a date-time of the interface. */
export function timeOf(value: unknown): number {
  const text = typeof value === 'string' ? toUtcForm(value) : '';
  return isUtcDateTime(text) ? Date.parse(text) : Number.NaN;
}

export const NO_CANDIDATES = 'schedule-request.candidates.none';

/** An update may have no candidates: it may be about the schedule alone. */
function checkCandidates(draft: Draft): Finding[] {
  const candidates = ownValue(draft.request, 'Candidates');
  if (!Array.isArray(candidates) || candidates.length > 0 || ownValue(draft.request, 'Upsert') === true) return [];
  const message = 'The schedule has no candidates';
  const detail = { path: ['Candidates'], rule: NO_CANDIDATES, message, suggestion: ADD };
  return [toFinding(draft, problem(detail), 'warning')];
}

const ADD = 'add the rows of its candidates, or give their file with --candidates';
