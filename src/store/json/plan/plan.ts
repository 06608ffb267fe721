import { createNumbers } from '../../../base/lists/compact-lists.ts';
import { StoreError } from '../../../errors.ts';
import type { StorePlan, StoreTransaction } from '../../port.ts';
import { viewOf } from '../../record-view.ts';
import { BufferedTransaction } from '../../transaction.ts';
import type { ActiveGeneration } from '../generation/active-generation.ts';
import { createLayer, type LineView } from '../generation/layer.ts';
import { withLasting } from '../generation/shared-records.ts';
import type { KeyHash } from '../keys/key-hash.ts';
import { lineOf, packedLineOf } from '../log/record-lines.ts';
import { keepPlan } from './keep-in-groups.ts';
import { PlannedKeys } from './planned-keys.ts';
import { PlannedPlaces } from './planned-places.ts';
import { createSpool } from './spool.ts';

interface PlanOptions {
  /** The state at the beginning of the plan. */
  readonly state: LineView;
  readonly hashOf: (id: string) => KeyHash;
  /** Rethrows an error from reading the state. */
  readonly stopAt: (error: unknown) => never;
  /** Returns the generation that keeps the plan; absent in a read-only store. */
  readonly target?: (() => Promise<ActiveGeneration>) | undefined;
  readonly onEnd: () => void;
}

export function createPlan({ state, hashOf, stopAt, target, onEnd }: PlanOptions): StorePlan {
  const { add, ...planned } = createPlanned(hashOf);
  const view = withLasting(planned.layer.over(state, hashOf));
  let over: 'ended' | 'kept' | undefined;
  const assertOpen = () => {
    if (over) throw new StoreError(over === 'kept' ? 'The plan was kept already' : 'The plan has ended');
  };
  const attempt = <T>(work: () => T): T => {
    assertOpen();
    try {
      return work();
    } catch (error) {
      return stopAt(error);
    }
  };
  const runOne = <T>(work: (transaction: StoreTransaction) => T): T => {
    const transaction = new BufferedTransaction(view);
    try {
      const result = work(transaction);
      const changes = transaction.finishRecords();
      for (const { kind } of changes) view.changed(kind);
      add(changes);
      return result;
    } finally {
      transaction.end();
    }
  };
  return {
    run: async (works) => {
      assertOpen();
      return works.map((work) => attempt(() => runOne(work)));
    },
    read: async (work) => attempt(() => work(viewOf(view))),
    get size() {
      return planned.size();
    },
    keep: async (options = {}) => {
      assertOpen();
      if (target === undefined) throw new StoreError('The store was opened for reading only');
      over = 'kept';
      await keepPlan({ ...planned, size: planned.size() }, await target(), options);
    },
    end: async () => {
      if (over !== 'ended') onEnd();
      over = 'ended';
      planned.end();
    },
  };
}

function createPlanned(hashOf: (id: string) => KeyHash) {
  const spool = createSpool();
  const places = new PlannedPlaces();
  const layer = createLayer(spool.reader, () => new PlannedKeys(places));
  const bytes = createNumbers();
  const lines = createNumbers();
  return {
    spool,
    layer,
    end: () => {
      spool.end();
      places.end();
    },
    size: () => bytes.length,
    bytesOf: bytes.at,
    linesOf: lines.at,
    add: (changes: ReturnType<BufferedTransaction['finishRecords']>) => {
      if (changes.length === 0) return;
      let sum = 0;
      for (const change of changes) {
        const { after } = change;
        const line = after?.packed ? packedLineOf(change, after.packed) : lineOf(change, after?.text);
        const place = spool.add(line, after === undefined);
        layer.set(change.kind, hashOf(change.id), place, () => change);
        sum += place.length;
      }
      bytes.push(sum);
      lines.push(changes.length);
    },
  };
}
