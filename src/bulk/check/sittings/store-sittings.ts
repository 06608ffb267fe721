/** Finds people of a list who are in another sitting of the store at the same time. */

import { ownList } from '../../../base/own-value.ts';
import { formatNumber } from '../../../base/text/counted.ts';
import { hash64 } from '../../../base/text-hash.ts';
import type { Draft } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import { namePerson } from '../../../model/person-in-message.ts';
import type { KnownSchedules } from '../../../model/target.ts';
import { isOver } from '../../../platform/catalogue.ts';
import type { CandidateEntity } from '../../../platform/entities.ts';
import type { Candidate, ScheduleRequest } from '../../../platform/resources/schedule.ts';
import { CLASH_RULES, clashMessage } from './clash-words.ts';
import { createListPlaces, type ListPlaces, NOT_IN_LIST } from './list-places.ts';
import { createSeats, type Seat, type Seats } from './seats.ts';
import { endOrDefault } from './sitting-check.ts';

export interface StoreSittings {
  /** Adds a schedule of the list. */
  add(draft: Draft, request: ScheduleRequest): void;
  /** Compares all added schedules with the schedules of the store. */
  compare(schedules: Pick<KnownSchedules, 'withIds' | 'between'>): Promise<Finding[]>;
}

export function createStoreSittings(): StoreSittings {
  const seats = createSeats();
  const places = createListPlaces();
  const numberOf = new Map<string, number>();
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  const add: StoreSittings['add'] = (draft, { Schedule, Candidates }) => {
    const { start, end } = timesOf(Schedule);
    const sitting = seats.addSitting(start, end);
    places.add(draft, Candidates);
    if (Schedule.ScheduleExtId) numberOf.set(Schedule.ScheduleExtId, sitting);
    const placeCodeOf = (candidate: number, proctor?: number) => places.placeCodeOf(draft, candidate, proctor);
    for (const [id, seat] of peopleOf(Candidates, [], { sitting, placeCodeOf })) {
      seats.addSeat(hash64(id), seat, 0);
      first = Math.min(first, start);
      last = Math.max(last, seats.endOf(seat));
    }
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
        for (const [id, seat] of peopleOf(Candidates, Invigilators, { sitting, placeCodeOf: () => NOT_IN_LIST })) {
          if (seats.isIn(hash64(id), sitting)) continue;
          found.push(...findClash(id, seat, ScheduleExtId, { seats, places }));
          seats.addSeat(hash64(id), seat, 0);
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
        for (const [id, seat] of peopleOf(Candidates, Invigilators, { sitting, placeCodeOf: () => NOT_IN_LIST })) {
          if (seats.endOf(seat) > first) found.push(...findClash(id, seat, Schedule.ScheduleExtId, { seats, places }));
        }
      }
      return found;
    },
  };
}

/** Compares a seat of the store with those of the list. */
function findClash(
  id: string,
  other: Seat,
  scheduleId: string,
  { seats, places }: { readonly seats: Seats; readonly places: ListPlaces },
): Finding[] {
  const clash = seats.findClash(hash64(id), other);
  const place = clash && places.at(clash.first.sitting, clash.first.place);
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

function timesOf({ StartDateTime, EndDateTime }: ScheduleRequest['Schedule']): { start: number; end: number } {
  const start = Date.parse(StartDateTime);
  return { start, end: endOrDefault(start, EndDateTime ? Date.parse(EndDateTime) : undefined) };
}

interface Seating extends Pick<Seat, 'sitting'> {
  /** Returns the place code for the position of a candidate, or of a proctor of that candidate. */
  readonly placeCodeOf: (candidate: number, proctor?: number) => number;
}

/** Invigilators and proctors watch; candidates may have extra time. */
function peopleOf(
  candidates: readonly (Candidate | CandidateEntity)[],
  invigilators: readonly string[],
  { sitting, placeCodeOf }: Seating,
): [string, Seat][] {
  const watching = new Map<string, Seat>();
  const watch = (id: string, placeCodeAt: () => number): void => {
    if (!watching.has(id))
      watching.set(id, { sitting, place: placeCodeAt(), percent: 0, specialNeeds: 0, isProctor: true });
  };
  const sit = (candidate: Candidate | CandidateEntity, index: number): [string, Seat] => {
    const { CandidateExtId, ReasonableAdjustmentPercentage } = candidate;
    for (const [at, id] of ownList(candidate, 'ProctorUIds').entries()) {
      if (typeof id === 'string') watch(id, () => placeCodeOf(index, at));
    }
    const percent = ReasonableAdjustmentPercentage ?? 0;
    return [CandidateExtId, { sitting, place: placeCodeOf(index), percent, specialNeeds: 0, isProctor: false }];
  };
  const seated = candidates.map(sit);
  for (const id of invigilators) watch(id, () => NOT_IN_LIST);
  return [...seated, ...watching];
}
