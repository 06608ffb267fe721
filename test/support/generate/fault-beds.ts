import type { Fault } from './fault.ts';
import type { Random } from './random.ts';
import { columnIndex, rowReader } from './sittings.ts';

/** Every fourth schedule has no faults. */
const CLEAN_EVERY = 4;

/** The rows that can get another fault without an effect on the existing ones. */
export class FaultBeds {
  readonly #clean: readonly (readonly string[])[];
  readonly #random: Random;
  /** The rows of each schedule with faults, in the order of the file. */
  readonly #schedules: number[][];
  readonly #timesSeen = new Map<string, number>();
  readonly #taken = new Set<number>();

  constructor(clean: readonly (readonly string[])[], random: Random) {
    this.#clean = clean;
    this.#random = random;
    const id = columnIndex('ScheduleExtId');
    const bySchedule = new Map<string, number[]>();
    for (const [row, cells] of clean.entries()) {
      const schedule = cells[id] ?? '';
      bySchedule.set(schedule, [...(bySchedule.get(schedule) ?? []), row]);
      const candidate = rowReader(cells)('CandidateExtId');
      this.#timesSeen.set(candidate, (this.#timesSeen.get(candidate) ?? 0) + 1);
    }
    this.#schedules = [...bySchedule.values()].filter((_, index) => index % CLEAN_EVERY !== 0);
  }

  /** Returns the rows of a schedule without another fault. */
  takeSchedule(): readonly number[] {
    const choices = this.#schedules.filter(([row = 0]) => rowReader(this.#clean[row] ?? [])('Workflow') === 'DEFAULT');
    const schedule = choices[this.#random.below(choices.length)];
    if (schedule === undefined) throw new Error('There are more faults of schedules than schedules');
    this.#schedules.splice(this.#schedules.indexOf(schedule), 1);
    return schedule;
  }

  /** Returns a row that is not the first one of its schedule, and whose candidate has no other sitting. */
  takeRow({ kind, suits }: Fault): number {
    const choices = this.#schedules
      .flatMap((rows) => rows.slice(2))
      .filter(
        (row) => !this.#taken.has(row) && this.#sitsOnce(row) && (suits?.(rowReader(this.#clean[row] ?? [])) ?? true),
      );
    const row = choices[this.#random.below(choices.length)];
    if (row === undefined) throw new Error(`No row is left that suits ${kind}`);
    this.#taken.add(row);
    return row;
  }

  /** Returns an earlier row of the same schedule, which has no fault and gets none. */
  takeEarlierOf(row: number): number {
    const earlier = this.#schedules
      .find((rows) => rows.includes(row))
      ?.find((other) => other < row && !this.#taken.has(other));
    if (earlier === undefined) throw new Error(`Row ${row} has no clean row before it`);
    this.#taken.add(earlier);
    return earlier;
  }

  #sitsOnce(row: number): boolean {
    return this.#timesSeen.get(rowReader(this.#clean[row] ?? [])('CandidateExtId')) === 1;
  }
}
