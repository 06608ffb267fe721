/** What was decided of each record of a run, in few bytes: it is told only when it is kept, and a run may have a million. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { createBytes, createNumbers } from '../../base/compact-lists.ts';
import type { Draft } from '../../model/draft.ts';
import type { Action, Outcome, RecordResult } from '../../model/report.ts';
import { type Ranges, rangesOf } from '../../runs/run-record.ts';
import type { Ledger } from '../report/ledger.ts';
import { NO_NUMBER } from './run-steps.ts';

interface Decision {
  readonly draft: Draft;
  readonly planned: Action;
  /** The result that it has once it is kept: whole, unless only numbers of it are asked for. */
  readonly result: RecordResult | CountedResult;
  /** What the record of the run knows it by, where its outcome is to be written; otherwise `NO_NUMBER`. */
  readonly number: number;
  /** Whether something is to be kept of it. */
  readonly isChange: boolean;
}

/** Enough of a result that is not reported. */
export type CountedResult = Pick<RecordResult, 'action' | 'outcome' | 'attempts'> & { readonly key?: never };

/** What is told of a record. Its draft is kept only where there is something to be said about it. */
interface Told {
  readonly result: RecordResult;
  readonly draft?: Draft | undefined;
}

/** By their positions, from 0. */
export interface Decisions {
  readonly count: number;
  add(decision: Decision): void;
  /** Whether a record that is added next and ends so is only counted, if nothing is to be said about it. */
  isOnlyCounted(outcome: Outcome): boolean;
  plannedAt(position: number): Action;
  toldAt(position: number): Told;
  /** The first position that is not done yet once so many changes are kept, looked for from another one on. */
  reach(changes: number, from: number): number;
  numbers(from: number, to: number): Ranges;
  hasNumber(position: number): boolean;
}

export interface DecisionOptions {
  /** Whether the whole result is wanted, and not only what is counted. */
  readonly holds: Ledger['holds'];
  /** Whether every whole result is wanted. */
  readonly holdsAll: boolean;
}

const NONE: readonly never[] = [];
const ACTIONS: readonly Action[] = ['unknown', 'create', 'update', 'unchanged'];
const OUTCOMES: readonly Outcome[] = ['succeeded', 'failed', 'unknown', 'not-sent', 'would-succeed', 'would-fail'];
const MAX_ATTEMPTS = 255;

export function createDecisions({ holds, holdsAll }: DecisionOptions): Decisions {
  const [planned, actions, outcomes, attempts] = [createBytes(), createBytes(), createBytes(), createBytes()];
  const [numbers, changes] = [createNumbers(), createNumbers()];
  const held = new Map<number, Told>();
  const packed = createPackedList<RecordResult>();
  let changed = 0;
  return {
    get count() {
      return actions.length;
    },
    add: ({ draft, result, number, isChange, planned: plan }) => {
      const position = actions.length;
      const { action, outcome, attempts: tries } = result;
      planned.push(ACTIONS.indexOf(plan));
      actions.push(ACTIONS.indexOf(action));
      outcomes.push(OUTCOMES.indexOf(outcome));
      attempts.push(Math.min(tries, MAX_ATTEMPTS));
      numbers.push(number);
      if (isChange) changed += 1;
      changes.push(changed);
      if (result.key === undefined) return;
      if (holdsAll) packed.push(result);
      const isSaid = result.errors.length > 0 || result.said !== undefined;
      if (isSaid || (!holdsAll && holds(result, position)))
        held.set(position, { result, draft: isSaid ? draft : undefined });
    },
    isOnlyCounted: (outcome) => !(holdsAll || holds({ outcome, errors: NONE }, actions.length)),
    plannedAt: (position) => ACTIONS[planned.at(position)] ?? 'unknown',
    toldAt: (position) => held.get(position) ?? { result: holdsAll ? packed.at(position) : countedAt(position) },
    reach: (count, from) => {
      let position = from;
      while (position < changes.length && changes.at(position) <= count) position += 1;
      return position;
    },
    numbers: (from, to) => rangesOf(numbersBetween(from, to)),
    hasNumber: (position) => numbers.at(position) !== NO_NUMBER,
  };

  function* numbersBetween(from: number, to: number): Generator<number> {
    for (let at = from; at < to; at += 1) if (numbers.at(at) !== NO_NUMBER) yield numbers.at(at);
  }

  /** Enough to be counted. */
  function countedAt(position: number): RecordResult {
    const [action, outcome] = [ACTIONS[actions.at(position)], OUTCOMES[outcomes.at(position)]];
    return {
      ...{ key: '', file: '', line: 0, action: action ?? 'unknown', outcome: outcome ?? 'unknown' },
      ...{ attempts: attempts.at(position), errors: [] },
    };
  }
}

/** Values that fit into JSON, read in the order in which they came: a thousand results take some ten kilobytes. */
function createPackedList<T>(): { push(value: T): void; at(index: number): T } {
  const packs: Buffer[] = [];
  let open: T[] = [];
  let [readIndex, read]: [number, readonly T[]] = [-1, []];
  return {
    push: (value) => {
      open.push(value);
      if (open.length < PACK_SIZE) return;
      packs.push(deflateRawSync(JSON.stringify(open), { level: 1 }));
      open = [];
    },
    at: (index) => {
      const pack = packs[Math.floor(index / PACK_SIZE)];
      if (pack === undefined) return open[index % PACK_SIZE] as T;
      if (readIndex !== Math.floor(index / PACK_SIZE)) {
        readIndex = Math.floor(index / PACK_SIZE);
        read = JSON.parse(inflateRawSync(pack).toString()) as T[];
      }
      return read[index % PACK_SIZE] as T;
    },
  };
}

const PACK_SIZE = 1_000;
