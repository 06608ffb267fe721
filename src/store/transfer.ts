/**
 * Exports the state of a store to a file, and imports it into a store. It uses the port, so it works between all
 * stores.
 */

import { createHash } from 'node:crypto';
import { errorCode } from '../disk/file-access.ts';
import { readLines } from '../disk/read-lines.ts';
import { InputError, UsageError } from '../errors.ts';
import type { EntityKind } from '../platform/entities.ts';
import type { Store, StorePlan, StoreTransaction, StoreView } from './port.ts';

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

const HEADER = `${JSON.stringify({ format: 'examctl-state', version: 1 })}\n`;

interface StateRecord {
  readonly kind: EntityKind;
  readonly id: string;
  readonly entity: unknown;
}

function recordLine(record: StateRecord): string {
  return `${JSON.stringify(record)}\n`;
}

interface LineSum {
  add(line: string): void;
  /** Returns the last line of the file. */
  end(): string;
}

function createSum(): LineSum {
  const hash = createHash('sha256');
  let lines = 0;
  return {
    add: (line) => {
      hash.update(line);
      lines += 1;
    },
    end: () => `${JSON.stringify({ records: lines - 1, sha256: hash.digest('hex') })}\n`,
  };
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
  const sum = createSum();
  let last: string | undefined;
  let number = 0;
  for await (const line of linesOf(path)) {
    number += 1;
    if (number === 1 && line !== HEADER) throw otherFile(path, line);
    if (last !== undefined) sum.add(last);
    last = line;
  }
  if (last !== undefined && number > 1 && last === sum.end()) return last;
  throw new InputError({ file: path, line: number }, 'the file is not whole, or was changed', {
    hint: 'Nothing was imported. Make it again with examctl local export, or take another backup.',
  });
}

/** The header up to its version. */
const ANY_VERSION = HEADER.replace(/\d+\}\n$/, '');

/** Makes the error for a wrong first line, which often shows what happened to the file. */
function otherFile(file: string, line: string): InputError {
  const fail = (problem: string, hint: string) => new InputError({ file, line: 1 }, problem, { hint });
  if (line.startsWith('\u001f')) return fail('it is compressed (gzip)', 'Unpack it first, for example with gunzip.');
  if (!line.startsWith(ANY_VERSION))
    return fail('this is no file of local export', 'Make one with examctl local export or local backup.');
  return line.endsWith('\r\n')
    ? fail('its line ends were changed (CRLF)', 'Copy the file again, as it was written.')
    : fail('it was written by a newer examctl', 'Use that examctl, or a newer one.');
}

/** Yields the records of a file that `checkStateFile` has accepted. */
async function* readRecords(path: string, kinds: readonly EntityKind[]): AsyncGenerator<StateRecord> {
  let number = 0;
  for await (const line of linesOf(path)) {
    number += 1;
    const record = JSON.parse(line) as StateRecord;
    if (number === 1 || record.kind === undefined) continue;
    if (!kinds.includes(record.kind)) {
      throw new InputError({ file: path, line: number }, `this examctl keeps no ${JSON.stringify(record.kind)}`, {
        hint: 'Use the examctl that wrote the file, or a newer one.',
      });
    }
    yield record;
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
