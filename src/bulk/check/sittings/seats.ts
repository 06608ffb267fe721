/**
 * The seats of all people in all sittings. A seat takes some forty bytes of numbers: a file may have a million of them.
 */

import { createCompactMap } from '../../../base/compact-map.ts';
import { createNumbers, createShorts } from '../../../base/lists/compact-lists.ts';
import type { Hash } from '../../../base/text-hash.ts';
import { type ExtraTime, hasOtherExtraTime } from './id-conflicts.ts';

/** The presence of one person in one sitting. */
export interface Seat extends ExtraTime {
  readonly sitting: number;
  /** Where the list has the seat, as a number: a line of a file, or a place code of `ListPlaces`. */
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
   * `digest` is that of what names the person, or 0 if it is unknown.
   */
  addSeat(person: Hash, seat: Seat, digest: number): SeatAnswer;
  /** Returns the seats that overlap the given one, without adding it. */
  findClash(person: Hash, seat: Seat): Clash | undefined;
  /** Whether a person is in a sitting already, among the seats that are compared. */
  isIn(person: Hash, sitting: number): boolean;
  startOf(sitting: number): number;
  /** The end of a seat, extra time included. */
  endOf(seat: Pick<Seat, 'sitting' | 'percent'>): number;
}

/** The seats of one person that are compared with a later one. To compare all with all would take too long. */
export const MAX_COMPARED = 500;

const PROCTOR = 0x8000;
const NEEDS_SHIFT = 13;
const MAX_PERCENT = 2 ** NEEDS_SHIFT - 1;
const NOTHING = { clash: undefined, isCut: false, otherTime: undefined };

export function createSeats(): Seats {
  /** The last seat of each person, and the first digest that is known. */
  const people = createCompactMap(2);
  const rings = createRings();
  const times = createTimes();
  const { startOf, endOf } = times;
  const compare = (last: number, seat: Seat): Omit<SeatAnswer, 'differs'> => {
    const [start, end] = [startOf(seat.sitting), endOf(seat)];
    let [at, count, found, steps] = [last, 0, 0, 0];
    let otherTime: Seat | undefined;
    do {
      at = rings.after(at);
      steps += 1;
      const other = rings.sittingAt(at);
      if (other === seat.sitting) continue;
      const earlier = rings.seatAt(at);
      if (hasOtherExtraTime(earlier, seat)) otherTime ??= earlier;
      if (startOf(other) >= end || endOf(earlier) <= start) continue;
      if (count === 0) found = at;
      count += 1;
    } while (at !== last && steps < MAX_COMPARED);
    const clash = count === 0 ? undefined : { first: rings.seatAt(found), count };
    return { clash, isCut: at === last && steps === MAX_COMPARED, otherTime };
  };
  return {
    ...times,
    addSeat: (person, seat, digest) => {
      const [last, known = 0] = people.get(person) ?? [];
      const isOther = last !== undefined && digest !== 0 && known !== 0 && known !== digest;
      const differs = isOther ? rings.firstAsCandidate(last) : undefined;
      // A proctor of several candidates of a sitting has one seat there. So has a candidate who is listed there twice.
      const isThere = last !== undefined && rings.isSameSeat(last, seat);
      const compared = last === undefined || (isThere && seat.isProctor) ? NOTHING : compare(last, seat);
      const answer = { ...compared, isCut: compared.isCut && !isThere, differs };
      if (!isThere) people.set(person, rings.append(last, seat), known === 0 ? digest : known);
      return answer;
    },
    findClash: (person, seat) => {
      const last = people.get(person)?.[0];
      return last === undefined ? undefined : compare(last, seat).clash;
    },
    isIn: (person, sitting) => {
      const last = people.get(person)?.[0];
      return last !== undefined && rings.hasSitting(last, sitting);
    },
  };
}

/** The times of all sittings, in milliseconds. */
function createTimes(): Pick<Seats, 'addSitting' | 'startOf' | 'endOf'> {
  const [starts, ends]: [number[], number[]] = [[], []];
  const startOf = (sitting: number) => starts[sitting] ?? 0;
  return {
    addSitting: (start, end) => {
      starts.push(start);
      return ends.push(end) - 1;
    },
    startOf,
    endOf: ({ sitting, percent }) => {
      const end = ends[sitting] ?? 0;
      return percent === 0 ? end : end + ((end - startOf(sitting)) * percent) / 100;
    },
  };
}

/** All seats. The seats of one person form a ring: the last one leads to the first. */
function createRings() {
  const [next, sittings, places, marks] = [createNumbers(), createNumbers(), createNumbers(), createShorts()];
  const isProctor = (at: number) => (marks.at(at) & PROCTOR) !== 0;
  const seatAt = (at: number): Seat => {
    const percent = marks.at(at) & MAX_PERCENT;
    const specialNeeds = ((marks.at(at) & ~PROCTOR) >> NEEDS_SHIFT) as ExtraTime['specialNeeds'];
    return { sitting: sittings.at(at), place: places.at(at), percent, specialNeeds, isProctor: isProctor(at) };
  };
  return {
    after: next.at,
    sittingAt: sittings.at,
    seatAt,
    isSameSeat: (at: number, seat: Seat) => sittings.at(at) === seat.sitting && isProctor(at) === seat.isProctor,
    hasSitting: (last: number, sitting: number): boolean => {
      let at = last;
      for (let steps = 0; steps < MAX_COMPARED; steps += 1) {
        if (sittings.at(at) === sitting) return true;
        at = next.at(at);
        if (at === last) return false;
      }
      return false;
    },
    /** The person's first seat as a candidate: a proctor's seat has no digest. */
    firstAsCandidate: (last: number): Seat => {
      let at = next.at(last);
      while (at !== last && isProctor(at)) at = next.at(at);
      return seatAt(at);
    },
    append: (last: number | undefined, { sitting, place, percent, specialNeeds, isProctor }: Seat): number => {
      const at = next.length;
      next.push(last === undefined ? at : next.at(last));
      if (last !== undefined) next.set(last, at);
      sittings.push(sitting);
      places.push(place);
      marks.push(Math.min(percent, MAX_PERCENT) | (specialNeeds << NEEDS_SHIFT) | (isProctor ? PROCTOR : 0));
      return at;
    },
  };
}
