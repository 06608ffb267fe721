/** The seats of all people in all sittings. */
import { type ExtraTime, hasOtherExtraTime } from './id-conflicts.ts';

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
