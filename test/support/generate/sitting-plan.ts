/**
 * Distributes people to sittings, for any number of rows. Five sittings are a season of one year group. They share a pool of
 * people and are on different days, so that nobody is in two sittings at once, or twice in one sitting.
 */
import { YEAR_GROUPS } from './campus.ts';
import { adjustmentAt } from './person.ts';
import { createRandom } from './random.ts';
import { type PlannedSchedule, scheduleFor } from './schedule-plan.ts';

export interface SittingsOptions {
  readonly seed: number;
  /** The number of sittings. By default, a sitting has 50 candidates on average. */
  readonly schedules?: number;
  /** The number of all rows. By default, `schedules` times `candidatesPerSchedule`. */
  readonly rows?: number;
  /** The exact number of candidates of each sitting. If absent, the sizes vary. */
  readonly candidatesPerSchedule?: number;
}

export interface Sitting {
  readonly schedule: PlannedSchedule;
  /** The numbers of the candidates. */
  readonly people: Iterable<number>;
}

const USUAL_SIZE = 50;
const SITTINGS_PER_SEASON = 5;
const SIZE_STREAM = 3;
const SEASON_STREAM = 4;

export function* planSittings(options: SittingsOptions): Generator<Sitting> {
  const { seed } = options;
  const sizes = sizesOf(options);
  let firstPerson = 0;
  for (let first = 0; first < sizes.length; first += SITTINGS_PER_SEASON) {
    const season = sizes.slice(first, first + SITTINGS_PER_SEASON);
    const poolSize = Math.ceil(Math.max(...season) * 1.4) + 5;
    for (const [turn, size] of season.entries()) {
      const number = first + turn;
      const offset = createRandom(seed, SEASON_STREAM, number).below(poolSize);
      const people = seats({ firstPerson, poolSize, offset, size });
      yield {
        schedule: scheduleFor({ seed, number, turn, group: groupAt(first), percentage: mostExtra(seed, people) }),
        people,
      };
    }
    firstPerson += poolSize;
  }
}

function groupAt(firstSitting: number) {
  return YEAR_GROUPS[(firstSitting / SITTINGS_PER_SEASON) % YEAR_GROUPS.length] ?? YEAR_GROUPS[0];
}

/** Returns sizes from a quarter to about three times the average. Their sum is the number of rows. */
function sizesOf({ seed, schedules, rows, candidatesPerSchedule }: SittingsOptions): number[] {
  const total = rows ?? (schedules ?? 1) * (candidatesPerSchedule ?? USUAL_SIZE);
  const count = Math.min(schedules ?? Math.ceil(total / (candidatesPerSchedule ?? USUAL_SIZE)), total);
  const least =
    candidatesPerSchedule === undefined ? Math.max(1, Math.floor((total / count) * 0.24)) : Math.floor(total / count);
  const random = createRandom(seed, SIZE_STREAM);
  // The square makes small sittings more frequent than large ones.
  const weights = Array.from({ length: count }, () => (1 + random.below(1000)) ** 2);
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
  const rest = total - least * count;
  let weightSoFar = 0;
  return weights.map((weight) => {
    const before = Math.floor((rest * weightSoFar) / weightSum);
    weightSoFar += weight;
    return least + Math.floor((rest * weightSoFar) / weightSum) - before;
  });
}

interface Seats {
  readonly firstPerson: number;
  readonly poolSize: number;
  readonly offset: number;
  readonly size: number;
}

function seats({ firstPerson, poolSize, offset, size }: Seats): Iterable<number> {
  return {
    *[Symbol.iterator]() {
      for (let seat = 0; seat < size; seat++) yield firstPerson + ((offset + seat) % poolSize);
    },
  };
}

function mostExtra(seed: number, people: Iterable<number>): number {
  let most = 0;
  for (const person of people) most = Math.max(most, adjustmentAt(seed, person).ReasonableAdjustmentPercentage ?? 0);
  return most;
}
