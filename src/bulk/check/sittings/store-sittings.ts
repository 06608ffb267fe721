/** People of a list whom the store has in other sittings at the same time. */
import { hash64 } from '../../../base/compact-map.ts';
import { ownValue } from '../../../base/own-value.ts';
import type { Draft } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import type { RecordPlace } from '../../../model/place.ts';
import type { KnownSchedules } from '../../../model/target.ts';
import type { CandidateEntity, ScheduleEntity } from '../../../platform/entities.ts';
import type { Candidate, ScheduleRequest } from '../../../platform/resources/schedule.ts';
import { CLASH_RULES, clashMessage } from './clash-words.ts';
import { createSeats, type Seat, type Seats } from './seats.ts';
import { endOrDefault } from './sitting-check.ts';

/** A sitting that is over keeps nobody. */
const OVER: ReadonlySet<ScheduleEntity['Status']> = new Set(['FINISHED', 'ARCHIVED'] as const);

type OwnPlace = RecordPlace & { readonly key: string | null };

export interface StoreSittings {
  /** Takes a schedule of the list. */
  add(draft: Draft, request: ScheduleRequest): void;
  /** Compares all of them with what the store has. */
  compare(schedules: Pick<KnownSchedules, 'withIds' | 'between'>): Promise<Finding[]>;
}

export function createStoreSittings(): StoreSittings {
  const seats = createSeats();
  const places: OwnPlace[] = [];
  const numberOf = new Map<string, number>();
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  const add: StoreSittings['add'] = ({ key, rows: [row] }, { Schedule, Candidates }) => {
    const { start, end } = timesOf(Schedule);
    const sitting = seats.addSitting(start, end);
    const { file, line, record, sheet } = row;
    places.push({ file, line, record, key, ...(sheet !== undefined && { sheet }) });
    if (Schedule.ScheduleExtId) numberOf.set(Schedule.ScheduleExtId, sitting);
    for (const [id, seat] of peopleOf(Candidates, [], { sitting, line })) {
      seats.take(hash64(id), seat, 0);
      first = Math.min(first, start);
      last = Math.max(last, seats.endOf(seat));
    }
  };
  return {
    add,
    compare: async (schedules) => {
      // Who stays in a sitting that the list moves is there at its new time.
      for await (const { Schedule, Candidates, Invigilators } of schedules.withIds([...numberOf.keys()])) {
        const sitting = numberOf.get(Schedule.ScheduleExtId);
        const line = places[sitting ?? -1]?.line;
        if (sitting === undefined || line === undefined) continue;
        for (const [id, seat] of peopleOf(Candidates, Invigilators, { sitting, line })) {
          if (!seats.isIn(hash64(id), sitting)) seats.take(hash64(id), seat, 0);
        }
        last = Math.max(last, seats.endOf({ sitting, percent: 0 }));
        first = Math.min(first, seats.startOf(sitting));
      }
      const found: Finding[] = [];
      for await (const entity of schedules.between(first, last)) {
        const { start, end } = timesOf(entity.Schedule);
        const isApart = OVER.has(entity.Status) || start >= last || numberOf.has(entity.Schedule.ScheduleExtId);
        if (!isApart) found.push(...findClashes(entity, { seats, places, first, start, end }));
      }
      return found;
    },
  };
}

interface Beside {
  readonly seats: Seats;
  readonly places: readonly OwnPlace[];
  readonly first: number;
  readonly start: number;
  readonly end: number;
}

function findClashes(entity: ScheduleEntity, { seats, places, first, start, end }: Beside): Finding[] {
  const { Schedule, Candidates, Invigilators } = entity;
  const sitting = seats.addSitting(start, end);
  return peopleOf(Candidates, Invigilators, { sitting, line: 0 }).flatMap(([id, other]): Finding[] => {
    if (seats.endOf(other) <= first) return [];
    const clash = seats.look(hash64(id), other);
    const place = clash && places[clash.first.sitting];
    if (clash === undefined || place === undefined) return [];
    const { first: seat, count } = clash;
    const times = { start, end: seats.endOf(other) };
    const where = `schedule ${Schedule.ScheduleExtId} of the store`;
    const { message, suggestion } = clashMessage({ seat, other, count: 1, where, times });
    const more = count === 1 ? '' : ` (and with ${count - 1} more of the list)`;
    const rule = CLASH_RULES[seat.isProctor ? 'proctor' : 'candidate'];
    const told = { column: null, field: 'Candidates', code: null, rule, suggestion } as const;
    return [{ severity: 'warning', ...place, ...told, message: `Candidate ${id}: ${message}${more}` }];
  });
}

function timesOf({ StartDateTime, EndDateTime }: ScheduleRequest['Schedule']): { start: number; end: number } {
  const start = Date.parse(StartDateTime);
  return { start, end: endOrDefault(start, EndDateTime ? Date.parse(EndDateTime) : 0) };
}

type Place = Pick<Seat, 'sitting' | 'line'>;

/** Invigilators and proctors watch; candidates may have extra time. */
function peopleOf(
  candidates: readonly (Candidate | CandidateEntity)[],
  invigilators: readonly string[],
  place: Place,
): [string, Seat][] {
  const watching = (id: string): [string, Seat] => [id, { ...place, percent: 0, isProctor: true }];
  const proctors = candidates.flatMap((candidate) => {
    const ids = ownValue(candidate, 'ProctorUIds');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  });
  const sitting = candidates.map(({ CandidateExtId, ReasonableAdjustmentPercentage }): [string, Seat] => [
    CandidateExtId,
    { ...place, percent: ReasonableAdjustmentPercentage ?? 0, isProctor: false },
  ]);
  return [...sitting, ...[...new Set([...proctors, ...invigilators])].map(watching)];
}
