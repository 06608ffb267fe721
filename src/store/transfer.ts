/**
 * Exports the state of a store to a file, and imports it into a store. It uses the port, so it works between all
 * stores.
 */

import { createHash } from 'node:crypto';
import { errorCode, readLines } from '../disk/file-access.ts';
import { InputError, UsageError } from '../errors.ts';
import type { EntityKind } from '../platform/entities.ts';
import type { Store, StorePlan, StoreTransaction, StoreView } from './port.ts';

/** Records that are read, or put, together. */
const BATCH_SIZE = 500;

/** Yields the lines of the file. The store must be opened for reading: then all lines are from the same moment. */
export async function* exportLines(store: Store, kinds: readonly EntityKind[]): AsyncGenerator<string> {
  const sum = new LineSum();
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
    const records = await planRecords(plan, path);
    await plan.commit();
    return records;
  } finally {
    await plan.end();
  }
}

async function planRecords(plan: StorePlan, path: string): Promise<number> {
  let [records, batch] = [0, [] as StateRecord[]];
  const putAll = async () => {
    const puts = batch.map(({ kind, id, entity }) => (transaction: StoreTransaction) => {
      transaction.put(kind, id, entity as never);
    });
    const keys = batch;
    await plan.run(puts, () => keys);
    batch = [];
  };
  for await (const record of readRecords(path)) {
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

const HEADER = `${JSON.stringify({ format: 'examctl-state', version: 1 })}\n`;

interface StateRecord {
  readonly kind: EntityKind;
  readonly id: string;
  readonly entity: unknown;
}

function recordLine(record: StateRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** Counts and sums lines. `end` returns the last line of the file. */
class LineSum {
  readonly #hash = createHash('sha256');
  #lines = 0;

  add(line: string): void {
    this.#hash.update(line);
    this.#lines += 1;
  }

  end(): string {
    return `${JSON.stringify({ records: this.#lines - 1, sha256: this.#hash.digest('hex') })}\n`;
  }
}

/** Returns whether a file begins as one that `local export` or `local backup` has written. */
export async function isStateFile(path: string): Promise<boolean> {
  for await (const line of linesOf(path)) return line === HEADER;
  return false;
}

/**
 * Reads a whole file. Throws an InputError if it is not complete and unchanged. Returns its last line, which identifies
 * it.
 */
export async function checkStateFile(path: string): Promise<string> {
  const sum = new LineSum();
  let last: string | undefined;
  let number = 0;
  for await (const line of linesOf(path)) {
    number += 1;
    if (number === 1 && line !== HEADER) throw otherFile(path);
    if (last !== undefined) sum.add(last);
    last = line;
  }
  if (last !== undefined && number > 1 && last === sum.end()) return last;
  throw new InputError({ file: path, line: number }, 'the file is not whole, or was changed', {
    hint: 'Nothing was imported. Make it again with examctl local export, or take another backup.',
  });
}

/** Makes the error for a wrong first line. */
function otherFile(file: string): InputError {
  return new InputError({ file, line: 1 }, 'this is no file of local export, or one of a newer examctl', {
    hint: 'Make one with examctl local export or local backup. If it is compressed, unpack it first.',
  });
}

/** Yields the records of a file that `checkStateFile` has accepted: all lines but the first and the last. */
async function* readRecords(path: string): AsyncGenerator<StateRecord> {
  let number = 0;
  for await (const line of linesOf(path)) {
    number += 1;
    const record = JSON.parse(line) as StateRecord;
    if (number > 1 && record.kind !== undefined) yield record;
  }
}

/** Yields the lines of a file, each with its line feed. */
async function* linesOf(path: string): AsyncGenerator<string> {
  try {
    for await (const lines of readLines(path)) {
      for (const line of lines) if (line !== '') yield `${line}\n`;
    }
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') {
      throw new UsageError(`${path}: no such file`, { hint: 'Check the path; "-" reads standard input.', cause });
    }
    throw new UsageError(`${path} cannot be read (${errorCode(cause) ?? 'it is no ordinary file'})`, { cause });
  }
}
