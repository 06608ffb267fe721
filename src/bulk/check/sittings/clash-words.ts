/** The message about a person who is in two sittings at once. */
import { formatNumber } from '../../../base/text/counted.ts';
import { MAX_COMPARED, type Seat } from './seats.ts';

export const CLASH_RULES = {
  candidate: 'candidate.candidate-ext-id.overlaps',
  proctor: 'candidate.proctor-u-ids.overlaps',
} as const;

/** Two seats of one person at the same time. */
interface ClashWords {
  readonly seat: Seat;
  readonly other: Seat;
  /** The number of seats that overlap the first one. */
  readonly count: number;
  /** The place of the other seat, in words. */
  readonly where: string;
  /** The times of the other seat. */
  readonly times: { readonly start: number; readonly end: number };
  /** The number of candidates of the schedule whom a proctor watches, if it is known. */
  readonly watched?: number;
}

export function clashMessage({ seat, other, count, where, times, watched = 1 }: ClashWords): {
  message: string;
  suggestion: string;
} {
  const field = seat.isProctor ? 'ProctorUIds names a proctor who' : 'The candidate';
  const does = other.isProctor ? 'watches candidates' : 'sits an exam';
  const more = count === 1 ? '' : ` and ${formatNumber(count - 1)} more`;
  const isLonger = seat.percent > 0 || other.percent > 0;
  const extra = isLonger ? ', extra time included' : '';
  const named = watched > 1 ? `; the schedule names this proctor for ${watched} candidates` : '';
  return {
    message: `${field} also ${does} in ${where}${more}, from ${toMinute(times.start)} to ${toMinute(times.end)}: the two overlap${extra}${named}`,
    suggestion: 'move one of the two, or take the person out of it',
  };
}

/** The time in UTC: `2027-01-11T09:00Z`. */
function toMinute(ms: number): string {
  return new Date(ms).toISOString().replace(/(T\d\d:\d\d).*/, '$1Z');
}

export const CUT_MESSAGE = `The person has more sittings than are compared: only the first ${MAX_COMPARED} are`;
