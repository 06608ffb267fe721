/** Finds people of a list who are in two sittings at once, as only the target's sittings and assessments show. */

import { ownList } from '../../../base/own-value.ts';
import { formatNumber } from '../../../base/text/counted.ts';
import type { Draft } from '../../../model/draft.ts';
import { type Finding, namePerson } from '../../../model/finding.ts';
import { describePlace, type ValuePlace } from '../../../model/place.ts';
import type { KnownSchedules } from '../../../model/target.ts';
import { isOver } from '../../../platform/catalogue.ts';
import type { CandidateEntity } from '../../../platform/entities.ts';
import type { Candidate, ScheduleRequest } from '../../../platform/resources/schedule.ts';
import { CLASH_RULES, clashMessage, createSeats, type Seat, type Seats } from './seats.ts';
import { endOrDefault } from './sitting-check.ts';

export interface StoreSittings {
  /**
   * Adds a schedule of the list. `maxTime` has the minutes of its assessment if the platform sets the end. Returns the
   * overlaps with earlier schedules of the list that only these minutes show.
   */
  add(draft: Draft, request: ScheduleRequest, maxTime?: number): Finding[];
  /** Compares all added schedules with the schedules of the store. */
  compare(schedules: Pick<KnownSchedules, 'withIds' | 'between'>): Promise<Finding[]>;
}

/** The place of a finding, with the record's id. */
type ListPlace = ValuePlace & Pick<Finding, 'key'>;

/** The places of the people of a list, for use after its drafts are gone. */
interface ListPlaces {
  /** By the number of the sitting. */
  readonly schedules: ListPlace[];
  /** By the number that the seat has as its place. */
  readonly people: ListPlace[];
}

/** The place of a person whom the list does not name: it is that of the schedule. */
const NOT_IN_LIST = -1;

function placeOf({ schedules, people }: ListPlaces, { sitting, place }: Seat): ListPlace | undefined {
  return place === NOT_IN_LIST ? schedules[sitting] : people[place];
}

/** Adds the place of a schedule. Returns the function that adds the place of a candidate, or of a proctor of that candidate. */
function addPlaces(places: ListPlaces, { key, rows, locate }: Draft, sitting: number): Seating['placeNumberOf'] {
  const [{ file, line, record, sheet }] = rows;
  places.schedules[sitting] = { file, line, record, sheet, key, column: null, field: 'Candidates' };
  return (candidate, proctor) => {
    const own = proctor === undefined ? ['CandidateExtId'] : ['ProctorUIds', proctor];
    return places.people.push({ ...locate(['Candidates', candidate, ...own]), key }) - 1;
  };
}

export function createStoreSittings(): StoreSittings {
  const seats = createSeats();
  const places: ListPlaces = { schedules: [], people: [] };
  const numberOf = new Map<string, number>();
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  /** The ends that the check of the list alone knows. */
  const leastEnds: number[] = [];
  const add: StoreSittings['add'] = (draft, { Schedule, Candidates }, maxTime) => {
    const { start, end } = timesOf(Schedule, maxTime);
    const sitting = seats.addSitting(start, end);
    leastEnds[sitting] = timesOf(Schedule).end;
    const placeNumberOf = addPlaces(places, draft, sitting);
    if (Schedule.ScheduleExtId) numberOf.set(Schedule.ScheduleExtId, sitting);
    return peopleOf(Candidates, [], { sitting, placeNumberOf }).flatMap(([id, seat]) => {
      const { clash } = seats.addSeat(id, seat);
      first = Math.min(first, start);
      last = Math.max(last, seats.endOf(seat));
      return clash === undefined ? [] : listFindings(seat, clash, { seats, places, leastEnds });
    });
  };
  return {
    add,
    compare: async (schedules) => {
      const found: Finding[] = [];
      // People whom only the store has in a sitting of the list stay there, at the time that the list gives it.
      for await (const { Schedule, Candidates, Invigilators } of schedules.withIds([...numberOf.keys()])) {
        const { ScheduleExtId } = Schedule;
        const sitting = numberOf.get(ScheduleExtId);
        if (sitting === undefined) continue;
        for (const [id, seat] of peopleOf(Candidates, Invigilators, { sitting, placeNumberOf: () => NOT_IN_LIST })) {
          if (seats.isIn(id, sitting)) continue;
          found.push(...findClash(id, seat, ScheduleExtId, { seats, places }));
          seats.addSeat(id, seat);
        }
        last = Math.max(last, seats.endOf({ sitting, percent: 0 }));
        first = Math.min(first, seats.startOf(sitting));
      }
      for await (const entity of schedules.between(first, last)) {
        const { start, end } = timesOf(entity.Schedule);
        const isIgnored = isOver(entity.Status) || start >= last || numberOf.has(entity.Schedule.ScheduleExtId);
        if (isIgnored) continue;
        const { Schedule, Candidates, Invigilators } = entity;
        const sitting = seats.addSitting(start, end);
        for (const [id, seat] of peopleOf(Candidates, Invigilators, { sitting, placeNumberOf: () => NOT_IN_LIST })) {
          if (seats.endOf(seat) > first) found.push(...findClash(id, seat, Schedule.ScheduleExtId, { seats, places }));
        }
      }
      return found;
    },
  };
}

/** Whether two seats overlap already with the ends that the check of the list knows. */
function isFoundInList(
  one: Seat,
  other: Seat,
  { seats, leastEnds }: { readonly seats: Seats; readonly leastEnds: readonly number[] },
): boolean {
  const leastEndOf = ({ sitting, percent }: Seat): number => {
    const [start, end] = [seats.startOf(sitting), leastEnds[sitting] ?? 0];
    return end + ((end - start) * percent) / 100;
  };
  return seats.startOf(one.sitting) < leastEndOf(other) && seats.startOf(other.sitting) < leastEndOf(one);
}

/** The warning about a seat of the list that overlaps an earlier one of the list. */
function listFindings(
  seat: Seat,
  { first: other, count }: { readonly first: Seat; readonly count: number },
  { seats, places, leastEnds }: { seats: Seats; places: ListPlaces; leastEnds: readonly number[] },
): Finding[] {
  if (isFoundInList(other, seat, { seats, leastEnds })) return [];
  const [own, earlier] = [placeOf(places, seat), placeOf(places, other)];
  if (own === undefined || earlier === undefined) return [];
  const times = { start: seats.startOf(other.sitting), end: seats.endOf(other) };
  const where = describePlace(earlier, own, 'another schedule on this line');
  const rule = CLASH_RULES[seat.isProctor ? 'proctor' : 'candidate'];
  return [{ severity: 'warning', ...own, code: null, rule, ...clashMessage({ seat, other, count, where, times }) }];
}

/** Compares a seat of the store with those of the list. */
function findClash(
  id: string,
  other: Seat,
  scheduleId: string,
  { seats, places }: { readonly seats: Seats; readonly places: ListPlaces },
): Finding[] {
  const clash = seats.findClash(id, other);
  const place = clash && placeOf(places, clash.first);
  if (clash === undefined || place === undefined) return [];
  const { first: seat, count } = clash;
  const times = { start: seats.startOf(other.sitting), end: seats.endOf(other) };
  const { message, suggestion } = clashMessage({
    seat,
    other,
    count: 1,
    times,
    where: `schedule ${scheduleId} of the store`,
  });
  const more = count === 1 ? '' : ` (and with ${formatNumber(count - 1)} more of the list)`;
  const [rule, who] = seat.isProctor
    ? ([CLASH_RULES.proctor, 'Proctor'] as const)
    : ([CLASH_RULES.candidate, 'Candidate'] as const);
  const text = namePerson(who, id, `${message}${more}`);
  return [{ severity: 'warning', ...place, code: null, rule, message: text, suggestion }];
}

function timesOf(
  { StartDateTime, EndDateTime }: ScheduleRequest['Schedule'],
  maxTime?: number,
): { start: number; end: number } {
  const start = Date.parse(StartDateTime);
  return { start, end: endOrDefault(start, EndDateTime ? Date.parse(EndDateTime) : undefined, maxTime) };
}

interface Seating extends Pick<Seat, 'sitting'> {
  /** Returns the number of the place for the position of a candidate, or of a proctor of that candidate. */
  readonly placeNumberOf: (candidate: number, proctor?: number) => number;
}

/** Invigilators and proctors watch; candidates may have extra time. */
function peopleOf(
  candidates: readonly (Candidate | CandidateEntity)[],
  invigilators: readonly string[],
  { sitting, placeNumberOf }: Seating,
): [string, Seat][] {
  const watching = new Map<string, Seat>();
  const watch = (id: string, placeNumberAt: () => number): void => {
    if (!watching.has(id))
      watching.set(id, { sitting, place: placeNumberAt(), percent: 0, specialNeeds: 0, isProctor: true });
  };
  const sit = (candidate: Candidate | CandidateEntity, index: number): [string, Seat] => {
    const { CandidateExtId, ReasonableAdjustmentPercentage } = candidate;
    for (const [at, id] of ownList(candidate, 'ProctorUIds').entries()) {
      if (typeof id === 'string') watch(id, () => placeNumberOf(index, at));
    }
    const percent = ReasonableAdjustmentPercentage ?? 0;
    return [CandidateExtId, { sitting, place: placeNumberOf(index), percent, specialNeeds: 0, isProctor: false }];
  };
  const seated = candidates.map(sit);
  for (const id of invigilators) watch(id, () => NOT_IN_LIST);
  return [...seated, ...watching];
}
