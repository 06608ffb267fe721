import { StoreError } from '../../errors.ts';
import type { EntityKind } from '../../platform/entities.ts';
import type { StorePlan, StoreTransaction } from '../port.ts';
import { type RecordView, recordOf, viewOf } from '../record-view.ts';
import { BufferedTransaction } from '../transaction.ts';
import { idsAfter } from '../utf8-order.ts';
import { type LogEnd, type Place, recordLine, valueOfLine } from './log/format.ts';
import { NewLines } from './log/new-lines.ts';
import { type LogState, putPlace } from './log/state.ts';

interface PlanOptions {
  /** The state at the beginning of the plan, which does not change before its end. */
  readonly base: RecordView;
  readonly end: LogEnd;
  /** Commits the planned changes, and resolves when they are durable. */
  readonly commit: (planned: Planned) => Promise<void>;
  /** Throws in a store that was opened for reading, and after a failure. */
  readonly assertWritable: () => void;
  /** Rethrows an error from reading the state. */
  readonly stopAt: (error: unknown) => never;
  readonly onEnd: () => void;
}

export function createPlan({ base, end, commit, assertWritable, stopAt, onEnd }: PlanOptions): StorePlan {
  let planned: Planned | undefined = new Planned(base, end);
  let over: 'ended' | 'committed' | undefined;
  let size = 0;
  const open = (): Planned => {
    if (over !== undefined || planned === undefined) {
      throw new StoreError(over === 'committed' ? 'The plan was committed already' : 'The plan has ended');
    }
    return planned;
  };
  const attempt = <T>(work: (planned: Planned) => T): T => {
    const opened = open();
    try {
      return work(opened);
    } catch (error) {
      return stopAt(error);
    }
  };
  const runOne = <T>(work: (transaction: StoreTransaction) => T, opened: Planned): T => {
    const transaction = new BufferedTransaction(opened);
    try {
      const result = work(transaction);
      if (opened.add(transaction)) size += 1;
      return result;
    } finally {
      transaction.end();
    }
  };
  return {
    run: async (works) => works.map((work) => attempt((opened) => runOne(work, opened))),
    read: async (work) => attempt((opened) => work(viewOf(opened))),
    get size() {
      return size;
    },
    commit: async () => {
      const opened = open();
      assertWritable();
      over = 'committed';
      if (size > 0) await commit(opened);
    },
    end: async () => {
      if (over !== 'ended') onEnd();
      over = 'ended';
      planned = undefined;
    },
  };
}

/** Changes that wait to be committed together, over the state that they change. */
export class Planned implements RecordView {
  readonly lines: NewLines;
  readonly #base: RecordView;
  /** The place of each changed record; undefined for a deleted one. */
  readonly #places = new Map<EntityKind, Map<string, Place | undefined>>();

  constructor(base: RecordView, end: LogEnd) {
    this.#base = base;
    this.lines = new NewLines(end);
  }

  /** Ends a transaction and adds its changes. Returns whether there are any. */
  add(transaction: BufferedTransaction): boolean {
    const changes = transaction.finish();
    for (const { kind, id, after } of changes) {
      const place = this.lines.add(recordLine(kind, id, after));
      let ofKind = this.#places.get(kind);
      if (ofKind === undefined) {
        ofKind = new Map();
        this.#places.set(kind, ofKind);
      }
      ofKind.set(id, after === undefined ? undefined : place);
    }
    return changes.length > 0;
  }

  readonly find: RecordView['find'] = (kind, id) => {
    const ofKind = this.#places.get(kind);
    if (ofKind?.has(id) !== true) return this.#base.find(kind, id);
    const place = ofKind.get(id);
    return place && recordOf(valueOfLine(this.lines.lineAt(place), kind, id) ?? '');
  };

  readonly ids: RecordView['ids'] = (kind) => {
    const changed = [...(this.#places.get(kind) ?? [])];
    return idsAfter(
      this.#base.ids(kind),
      changed.map(([id, after]) => ({ id, after })),
    );
  };

  /** Puts the changes into the state of the log. */
  applyTo(state: LogState): void {
    for (const [kind, places] of this.#places) {
      for (const [id, place] of places) putPlace(state, kind, id, place);
    }
  }
}
