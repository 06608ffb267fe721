/** The schedules of a store, for comparisons with a list. */
import type { ScheduleEntity } from '../../platform/entities.ts';
import type { Schedule } from '../../platform/resources/schedule.ts';
import { ADJUSTMENT_PERCENTAGE } from '../../platform/resources/shared-fields.ts';
import type { Store } from '../../store/port.ts';
import { findEntity, readThese } from '../inspect.ts';

/** The longest sitting of a candidate, as a multiple of the schedule's duration: with the maximum of extra time. */
const MAX_STRETCH = 1 + ADJUSTMENT_PERCENTAGE.max / 100;

const TIMES = ['StartDateTime', 'EndDateTime'] as const satisfies readonly (keyof Schedule)[];
const SITTING = ['AssessmentExtId', 'GroupExtId'] as const satisfies readonly (keyof Schedule)[];

type Sitting = Pick<Schedule, (typeof SITTING)[number]>;

export function createKnownSchedules(store: Pick<Store, 'eachText' | 'read'>) {
  const withIds = (ids: readonly string[]) => readThese(store, ids, findEntity('Schedules'));
  return {
    withIds,
    maxTimeOf: (assessment: string) => store.read((view) => view.get('Assessments', assessment)?.MaxTimePerAttempt),
    between: async function* (from: number, to: number): AsyncGenerator<ScheduleEntity> {
      if (from < to) yield* withIds(await idsOf(store, TIMES, ([start, end]) => mayOverlap(start, end, from, to)));
    },
    ofSittings: async function* (isWanted: (sitting: Sitting) => boolean): AsyncGenerator<ScheduleEntity> {
      const isMatch: IsWanted = ([AssessmentExtId = '', GroupExtId = '']) => isWanted({ AssessmentExtId, GroupExtId });
      yield* withIds(await idsOf(store, SITTING, isMatch));
    },
  };
}

/** Whether a schedule may overlap the time between `from` and `to` (milliseconds). It may if its end is not known. */
function mayOverlap(startText: string | undefined, endText: string | undefined, from: number, to: number): boolean {
  const [start, end] = [Date.parse(startText ?? ''), Date.parse(endText ?? '')];
  const isOutside = start >= to || start + (end - start) * MAX_STRETCH <= from;
  return !isOutside;
}

type IsWanted = (texts: readonly (string | undefined)[]) => boolean;

/** Returns the sorted ids of the schedules whose fields pass a test. */
async function idsOf(
  store: Pick<Store, 'eachText'>,
  names: readonly (keyof Schedule)[],
  isWanted: IsWanted,
): Promise<string[]> {
  const ids: string[] = [];
  await store.eachText({ kind: 'Schedules', names }, (id, texts) => void (isWanted(texts) && ids.push(id)));
  return ids.toSorted();
}
