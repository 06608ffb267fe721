/** The decision about each record, in few bytes: it is reported only once it is kept, and a run may have a million of them. */
import { createPackedList } from '../../base/bytes/packed-list.ts';
import { createBytes, createNumbers } from '../../base/lists/compact-lists.ts';
import { ACTIONS, type Action, OUTCOMES, type Outcome, type RecordResult } from '../../model/report.ts';
import { type Ranges, rangesOf } from '../../runs/run-record.ts';
import type { Ledger } from '../report/ledger.ts';
import type { ResultDetails } from '../report/shown-lists.ts';
import { NO_NUMBER } from './run-steps.ts';

interface Decision {
  readonly planned: Action;
  /** The result once the decision is kept. It has only numbers if nothing else of it is reported. */
  readonly result: RecordResult | CountedResult;
  /** The findings and rows of the result, if it has any. */
  readonly details: ResultDetails | undefined;
  /** The number in the run record, if the outcome will be written there; otherwise `NO_NUMBER`. */
  readonly number: number;
  /** Whether the decision changes the store. */
  readonly isChange: boolean;
}

/** The part of a result that is counted, for results that are not reported one by one. */
export type CountedResult = Pick<RecordResult, 'action' | 'outcome' | 'attempts'> & { readonly key?: never };

/** The result of a record as it is reported. */
interface ReportedResult {
  readonly result: RecordResult;
  readonly details?: ResultDetails | undefined;
}

/** The decisions of a run, by position from 0. */
export interface Decisions {
  readonly count: number;
  add(decision: Decision): void;
  /** Whether the next record is only counted, if it ends with this outcome and without findings. */
  isOnlyCounted(outcome: Outcome): boolean;
  plannedAt(position: number): Action;
  /** Fast if positions are read in ascending order. */
  resultAt(position: number): ReportedResult;
  /** The first position that is not done yet once so many changes are kept. The search begins at `from`. */
  reach(changes: number, from: number): number;
  numbers(from: number, to: number): Ranges;
  /** The number in the run record, or `NO_NUMBER`. */
  numberAt(position: number): number;
}

export interface DecisionOptions {
  /** Whether a result is held as a whole, and not only counted. */
  readonly holds: Ledger['holds'];
  /** Whether every result is held as a whole. */
  readonly holdsAll: boolean;
}

const NONE: readonly never[] = [];
const MAX_ATTEMPTS = 255;

export function createDecisions({ holds, holdsAll }: DecisionOptions): Decisions {
  const [planned, actions, outcomes, attempts] = [createBytes(), createBytes(), createBytes(), createBytes()];
  const [numbers, changes] = [createNumbers(), createNumbers()];
  const whole = createWholeResults({ holds, holdsAll });
  let changed = 0;
  return {
    get count() {
      return actions.length;
    },
    add: ({ result, details, number, isChange, planned: plan }) => {
      const position = actions.length;
      const { action, outcome, attempts: tries } = result;
      planned.push(ACTIONS.indexOf(plan));
      actions.push(ACTIONS.indexOf(action));
      outcomes.push(OUTCOMES.indexOf(outcome));
      attempts.push(Math.min(tries, MAX_ATTEMPTS));
      numbers.push(number);
      if (isChange) changed += 1;
      changes.push(changed);
      whole.add(position, result, details);
    },
    isOnlyCounted: (outcome) => !(holdsAll || holds({ outcome, errors: NONE }, actions.length)),
    plannedAt: (position) => ACTIONS[planned.at(position)] ?? 'unknown',
    resultAt: (position) => whole.at(position) ?? { result: countedAt(position) },
    reach: (count, from) => {
      let position = from;
      while (position < changes.length && changes.at(position) <= count) position += 1;
      return position;
    },
    numbers: (from, to) => rangesOf(numbersBetween(from, to)),
    numberAt: numbers.at,
  };

  function* numbersBetween(from: number, to: number): Generator<number> {
    for (let at = from; at < to; at += 1) if (numbers.at(at) !== NO_NUMBER) yield numbers.at(at);
  }

  /** A result with the counted parts only. */
  function countedAt(position: number): RecordResult {
    const [action, outcome] = [ACTIONS[actions.at(position)], OUTCOMES[outcomes.at(position)]];
    return {
      key: '',
      file: '',
      line: 0,
      action: action ?? 'unknown',
      outcome: outcome ?? 'unknown',
      attempts: attempts.at(position),
      errors: [],
    };
  }
}

/** The results that are reported with all their parts. */
function createWholeResults({ holds, holdsAll }: DecisionOptions) {
  const held = new Map<number, RecordResult>();
  const all = createPackedList<RecordResult>();
  // If the target refuses every record, this list has all of them.
  const refused = createPackedList<ReportedResult>();
  /** The position of each refused result. */
  const positions = createNumbers();
  let next = 0;
  /** The index of the first refused result at a position or behind it. */
  const firstFrom = (position: number): number => {
    if (next > 0 && positions.at(next - 1) >= position) next = 0;
    while (next < positions.length && positions.at(next) < position) next += 1;
    return next;
  };
  return {
    add: (position: number, result: RecordResult | CountedResult, details: ResultDetails | undefined): void => {
      if (result.key === undefined) return;
      if (holdsAll) all.push(result);
      if (details === undefined) {
        if (!holdsAll && holds(result, position)) held.set(position, result);
        return;
      }
      positions.push(position);
      refused.push({ result, details });
    },
    at: (position: number): ReportedResult | undefined => {
      const index = firstFrom(position);
      if (index < positions.length && positions.at(index) === position) return refused.at(index);
      const result = holdsAll ? all.at(position) : held.get(position);
      return result && { result };
    },
  };
}
