/**
 * Exports the state of a store to a file, and imports it into a store. It uses the port, so it works between all
 * stores.
 */
import { UsageError } from '../../errors.ts';
import type { EntityKind } from '../../platform/entities.ts';
import type { Store, StorePlan, StoreTransaction, StoreView } from '../port.ts';
import { checkStateFile, createSum, HEADER, readRecords, recordLine, type StateRecord } from './format.ts';

/** Records that are read, or put, together. */
const BATCH_SIZE = 500;

/** Yields the lines of the file. The store must be opened for reading: then all lines are from the same moment. */
export async function* exportLines(store: Store, kinds: readonly EntityKind[]): AsyncGenerator<string> {
  const sum = createSum();
  sum.add(HEADER);
  yield HEADER;
  for (const kind of kinds) {
    const ids = await store.read((view) => [...view.ids(kind)]);
    for (let from = 0; from < ids.length; from += BATCH_SIZE) {
      const batch = ids.slice(from, from + BATCH_SIZE);
      const lines = await store.read((view) => batch.map((id) => recordLine({ kind, id, entity: view.get(kind, id) })));
      for (const line of lines) sum.add(line);
      yield* lines;
    }
  }
  yield sum.end();
}

/** Imports all records of a file into an empty store in one commit, or none. Returns their number. */
export async function importFile(store: Store, path: string, kinds: readonly EntityKind[]): Promise<number> {
  await checkStateFile(path);
  const plan = store.plan();
  try {
    await plan.read((view) => assertEmpty(view, kinds));
    const records = await planRecords(plan, path, kinds);
    await plan.commit();
    return records;
  } finally {
    await plan.end();
  }
}

async function planRecords(plan: StorePlan, path: string, kinds: readonly EntityKind[]): Promise<number> {
  let [records, batch] = [0, [] as StateRecord[]];
  const putAll = async () => {
    const puts = batch.map(({ kind, id, entity }) => (transaction: StoreTransaction) => {
      transaction.put(kind, id, entity as never);
    });
    const keys = batch;
    await plan.run(puts, () => keys);
    batch = [];
  };
  for await (const record of readRecords(path, kinds)) {
    records += 1;
    batch.push(record);
    if (batch.length === BATCH_SIZE) await putAll();
  }
  await putAll();
  return records;
}

function assertEmpty(view: StoreView, kinds: readonly EntityKind[]): void {
  for (const kind of kinds) {
    for (const id of view.ids(kind)) {
      throw new UsageError(`The store is not empty: it has ${kind} ${JSON.stringify(id)}, for example`, {
        hint: 'Import into a new store: examctl local init makes one.',
      });
    }
  }
}
