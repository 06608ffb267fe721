/** Who sits where and when. Numbers only, some forty bytes for each seat, since a file may have a million of them. */
import { createNumbers, createShorts } from '../../../base/compact-lists.ts';
import { createCompactMap } from '../../../base/compact-map.ts';
import type { Hash } from '../../../base/text-hash.ts';

/** A seat of a person in a sitting. */
export interface Seat {
  readonly sitting: number;
  /** What gives the person the seat: its line, or another number by which its place is found. */
  readonly origin: number;
  /** Extra time in percent of the sitting's length. */
  readonly percent: number;
  /** One who watches others, and does not sit the exam. */
  readonly isProctor: boolean;
}

/** Earlier seats of a person at the same time. */
interface Clash {
  readonly first: Seat;
  /** All of them, the first one included. */
  readonly count: number;
}

interface SeatAnswer {
  readonly clash: Clash | undefined;
  /** Whether the person has come to have more sittings than are compared. */
  readonly isCut: boolean;
  /** Where the person sat first, if that was as somebody of another name. */
  readonly differs: Seat | undefined;
}

export interface Seats {
  /** Times in milliseconds. Gives the number of the sitting. */
  addSitting(start: number, end: number): number;
  /** Gives a person a seat, and tells the earlier ones at the same time, in other sittings. `name` is 0 where it is not told. */
  take(person: Hash, seat: Seat, name: number): SeatAnswer;
  /** Tells the seats at the time of another one that is not taken. */
  look(person: Hash, seat: Seat): Clash | undefined;
  /** Whether a person is in a sitting already, among the seats that are compared. */
  isIn(person: Hash, sitting: number): boolean;
  startOf(sitting: number): number;
  /** When a seat is free again, extra time included. */
  endOf(seat: Pick<Seat, 'sitting' | 'percent'>): number;
}

/** Of one person, only so many seats are compared with later ones: all with all would never end. */
export const MAX_COMPARED = 500;

const PROCTOR = 0x8000;
const MAX_PERCENT = 0x7fff;
const NOTHING = { clash: undefined, isCut: false };

export function createSeats(): Seats {
  /** The last seat of each person, and the digest of the first name. */
  const people = createCompactMap(2);
  const rings = createRings();
  const [starts, ends]: [number[], number[]] = [[], []];
  const startOf = (sitting: number) => starts[sitting] ?? 0;
  const endOf: Seats['endOf'] = ({ sitting, percent }) => {
    const end = ends[sitting] ?? 0;
    return percent === 0 ? end : end + ((end - startOf(sitting)) * percent) / 100;
  };
  const compare = (last: number, seat: Seat): Omit<SeatAnswer, 'differs'> => {
    const [start, end] = [startOf(seat.sitting), endOf(seat)];
    let [at, count, found, steps] = [last, 0, 0, 0];
    do {
      at = rings.after(at);
      steps += 1;
      const other = rings.sittingAt(at);
      if (other === seat.sitting || startOf(other) >= end || endOf(rings.seatAt(at)) <= start) continue;
      if (count === 0) found = at;
      count += 1;
    } while (at !== last && steps < MAX_COMPARED);
    const clash = count === 0 ? undefined : { first: rings.seatAt(found), count };
    return { clash, isCut: at === last && steps === MAX_COMPARED };
  };
  return {
    addSitting: (start, end) => {
      starts.push(start);
      return ends.push(end) - 1;
    },
    take: (person, seat, name) => {
      const [last, known = 0] = people.get(person) ?? [];
      const isOther = last !== undefined && name !== 0 && known !== 0 && known !== name;
      const differs = isOther ? rings.firstNamed(last) : undefined;
      // One who watches several candidates of a sitting has one seat there, and so has a candidate who stands there twice.
      const isThere = last !== undefined && rings.isSeatIn(last, seat);
      const compared = last === undefined ? NOTHING : compare(last, seat);
      const answer = { ...compared, isCut: compared.isCut && !isThere, differs };
      if (!isThere) people.set(person, rings.enter(last, seat), known === 0 ? name : known);
      return answer;
    },
    look: (person, seat) => {
      const last = people.get(person)?.[0];
      return last === undefined ? undefined : compare(last, seat).clash;
    },
    isIn: (person, sitting) => {
      const last = people.get(person)?.[0];
      return last !== undefined && rings.hasSitting(last, sitting);
    },
    startOf,
    endOf,
  };
}

/** The seats. Those of a person form a ring: the last one leads to the first. */
function createRings() {
  const [next, sittings, origins, marks] = [createNumbers(), createNumbers(), createNumbers(), createShorts()];
  const isProctor = (at: number) => (marks.at(at) & PROCTOR) !== 0;
  const seatAt = (at: number): Seat => {
    const percent = marks.at(at) & MAX_PERCENT;
    return { sitting: sittings.at(at), origin: origins.at(at), percent, isProctor: isProctor(at) };
  };
  return {
    after: next.at,
    sittingAt: sittings.at,
    seatAt,
    isSeatIn: (at: number, seat: Seat) => sittings.at(at) === seat.sitting && isProctor(at) === seat.isProctor,
    hasSitting: (last: number, sitting: number): boolean => {
      let at = last;
      for (let steps = 0; steps < MAX_COMPARED; steps += 1) {
        if (sittings.at(at) === sitting) return true;
        at = next.at(at);
        if (at === last) return false;
      }
      return false;
    },
    /** The first seat as a candidate: a proctor has no name there. */
    firstNamed: (last: number): Seat => {
      let at = next.at(last);
      while (at !== last && isProctor(at)) at = next.at(at);
      return seatAt(at);
    },
    enter: (last: number | undefined, { sitting, origin, percent, ...seat }: Seat): number => {
      const at = next.length;
      next.push(last === undefined ? at : next.at(last));
      if (last !== undefined) next.set(last, at);
      sittings.push(sitting);
      origins.push(origin);
      marks.push(Math.min(percent, MAX_PERCENT) | (seat.isProctor ? PROCTOR : 0));
      return at;
    },
  };
}
