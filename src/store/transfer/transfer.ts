/**
 * Exports the state of a store to a file, and imports it into a store. It uses the port, so it works between all
 * stores.
 */
import { createHash } from 'node:crypto';
import { UsageError } from '../../errors.ts';
import type { EntityKind } from '../../platform/entities.ts';
import type { Store, StoreView } from '../port.ts';
import { checkStateFile, createSum, HEADER, readRecords, recordLine, type StateRecord } from './format.ts';
import { PROGRESS } from './partial-import.ts';

/** Records that are read, or committed, together. */
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

export interface Imported {
  readonly records: number;
  /** The records that an earlier, interrupted import of the same file had stored. */
  readonly before: number;
}

/**
 * Imports the records of a file into an empty store, while no bulk run works on it. An interrupted import continues where
 * it stopped: each commit includes the number of imported records.
 */
export async function importFile(store: Store, path: string, kinds: readonly EntityKind[]): Promise<Imported> {
  const work = () => importRecords(store, path, kinds);
  return store.withoutBulkRuns === undefined ? work() : store.withoutBulkRuns(work);
}

async function importRecords(store: Store, path: string, kinds: readonly EntityKind[]): Promise<Imported> {
  const last = await checkStateFile(path);
  const progress = `${PROGRESS}${createHash('sha256').update(last).digest('hex')}`;
  const before = await store.read((view) => countImported(view, progress, kinds));
  let records = 0;
  let group: StateRecord[] = [];
  const commit = (isLast: boolean): Promise<void> =>
    store.transact((transaction) => {
      for (const { kind, id, entity } of group) transaction.put(kind, id, entity as never);
      if (isLast) transaction.delete('Runs', progress);
      else transaction.put('Runs', progress, { done: [[1, records]] });
    });
  for await (const record of readRecords(path, kinds)) {
    records += 1;
    if (records <= before) continue;
    group.push(record);
    if (group.length < BATCH_SIZE) continue;
    await commit(false);
    group = [];
  }
  await commit(true);
  return { records, before };
}

/** Returns the number of records that are imported already. Throws if the store has other entities. */
function countImported(view: StoreView, progress: string, kinds: readonly EntityKind[]): number {
  const done = view.get('Runs', progress)?.done[0]?.[1];
  if (done !== undefined) return done;
  for (const kind of kinds) {
    for (const id of view.ids(kind)) {
      throw new UsageError(`The store is not empty: it has ${kind} ${JSON.stringify(id)}, for example`, {
        hint: 'Import into a new store: examctl local init makes one.',
      });
    }
  }
  return 0;
}
