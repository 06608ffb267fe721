/** The seats of all people in all sittings. */

import { ownValue } from '../../../base/own-value.ts';
import { formatNumber } from '../../../base/text/counted.ts';

/** The presence of one person in one sitting. */
export interface Seat extends ExtraTime {
  readonly sitting: number;
  /** Where the list has the seat, as a number: a line of a file, or the number of a place. */
  readonly place: number;
  /** Whether the person watches others, and does not take the exam. */
  readonly isProctor: boolean;
}

/** Earlier seats of a person at the same time. */
interface Clash {
  readonly first: Seat;
  /** The number of all of them, the first one included. */
  readonly count: number;
}

interface SeatAnswer {
  readonly clash: Clash | undefined;
  /** Whether this seat makes the person's sittings more than are compared. */
  readonly isCut: boolean;
  /** The person's first seat, if another name or e-mail stands there. */
  readonly differs: Seat | undefined;
  /** An earlier seat of the person with another extra time. */
  readonly otherTime: Seat | undefined;
}

export interface Seats {
  /** Adds a sitting with its times in milliseconds. Returns its number. */
  addSitting(start: number, end: number): number;
  /**
   * Gives a person a seat. Returns earlier, overlapping seats in other sittings, of a proctor once for each sitting.
   * `named` is what names the person, if that is known.
   */
  addSeat(person: string, seat: Seat, named?: string): SeatAnswer;
  /** Returns the seats that overlap the given one, without adding it. */
  findClash(person: string, seat: Seat): Clash | undefined;
  /** Whether a person is in a sitting already. */
  isIn(person: string, sitting: number): boolean;
  startOf(sitting: number): number;
  /** The end of a seat, extra time included. */
  endOf(seat: Pick<Seat, 'sitting' | 'percent'>): number;
}

/** The seats of one person that are compared with a later one. To compare all with all would take too long. */
export const MAX_COMPARED = 500;

interface SeatedPerson {
  readonly seats: Seat[];
  named: string | undefined;
}

export function createSeats(): Seats {
  const people = new Map<string, SeatedPerson>();
  const times: { readonly start: number; readonly end: number }[] = [];
  const startOf = (sitting: number) => times[sitting]?.start ?? 0;
  const endOf: Seats['endOf'] = ({ sitting, percent }) => {
    const { start, end } = times[sitting] ?? { start: 0, end: 0 };
    return end + ((end - start) * percent) / 100;
  };
  const overlapping = (seats: readonly Seat[], seat: Seat): Clash | undefined => {
    const [start, end] = [startOf(seat.sitting), endOf(seat)];
    const found = seats
      .slice(0, MAX_COMPARED)
      .filter((other) => other.sitting !== seat.sitting && startOf(other.sitting) < end && endOf(other) > start);
    return found[0] && { first: found[0], count: found.length };
  };
  return {
    startOf,
    endOf,
    addSitting: (start, end) => times.push({ start, end }) - 1,
    addSeat: (id, seat, named) => {
      const person = people.get(id);
      if (person === undefined) {
        people.set(id, { seats: [seat], named });
        return { clash: undefined, isCut: false, differs: undefined, otherTime: undefined };
      }
      const { seats } = person;
      const isOther = named !== undefined && person.named !== undefined && person.named !== named;
      const differs = isOther ? (seats.find(({ isProctor }) => !isProctor) ?? seats[0]) : undefined;
      person.named ??= named;
      const last = seats.at(-1);
      // A proctor of several candidates of a sitting has one seat there. So has a candidate who is listed there twice.
      const isThere = last?.sitting === seat.sitting && last.isProctor === seat.isProctor;
      const isCompared = !(isThere && seat.isProctor);
      const clash = isCompared ? overlapping(seats, seat) : undefined;
      const otherTime = isCompared
        ? seats.find((other) => other.sitting !== seat.sitting && hasOtherExtraTime(other, seat))
        : undefined;
      const isCut = !isThere && seats.length === MAX_COMPARED;
      if (!isThere) seats.push(seat);
      return { clash, isCut, differs, otherTime };
    },
    findClash: (id, seat) => overlapping(people.get(id)?.seats ?? [], seat),
    isIn: (id, sitting) => people.get(id)?.seats.some((seat) => seat.sitting === sitting) === true,
  };
}

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

/** The fields that identify a person. Each schedule may give a candidate other rights and other times. */
const NAMED_BY = ['FirstName', 'LastName', 'Email'] as const;

export const DIFFERS_RULE = 'candidate.candidate-ext-id.differs';

/** The values that identify a person, as one text. */
export function namesOf(candidate: unknown): string {
  return NAMED_BY.map((name) => String(ownValue(candidate, name) ?? '')).join('\n');
}

export function differsMessage(where: string): { message: string; suggestion: string } {
  return {
    message: `${NAMED_BY.join(', ')} are not all as in ${where}: an id is one user, and the last one sent counts`,
    suggestion: 'see whose id it is, or write the same in both',
  };
}

/** The extra time of a candidate, as the list says it. */
export interface ExtraTime {
  /** In percent of the sitting's length; 0 if the list does not say it. */
  readonly percent: number;
  /** 0 if the list does not say it: the platform then keeps what it has. */
  readonly specialNeeds: 0 | typeof NO | typeof YES;
}

const [NO, YES] = [1, 2] as const;

export const NO_EXTRA_TIME: ExtraTime = { percent: 0, specialNeeds: 0 };

export function extraTimeOf(candidate: unknown): ExtraTime {
  const given = ownValue(candidate, 'ReasonableAdjustmentPercentage');
  const percent = typeof given === 'number' && given > 0 ? Math.round(given) : 0;
  const needs = ownValue(candidate, 'SpecialNeeds');
  if (needs === undefined) return { percent, specialNeeds: 0 };
  return { percent, specialNeeds: String(needs).toLowerCase() === 'true' ? YES : NO };
}

export const EXTRA_TIME_RULE = 'candidate.special-needs.differs';

function hasOtherExtraTime(one: ExtraTime, other: ExtraTime): boolean {
  if (one.specialNeeds === 0 || other.specialNeeds === 0) return false;
  if (one.specialNeeds !== other.specialNeeds) return true;
  return one.percent > 0 && other.percent > 0 && one.percent !== other.percent;
}

export function extraTimeMessage(where: string): { message: string; suggestion: string } {
  return {
    message: `SpecialNeeds and ReasonableAdjustmentPercentage are not as in ${where}: the user has one extra time, and the last one sent counts`,
    suggestion: 'write the same in both',
  };
}
