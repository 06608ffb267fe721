/** Known rows of the database. They may be out of date, so a commit names the versions that its decision depends on. */
import { createHash } from 'node:crypto';
import type { EntityKind } from '../../../platform/entities.ts';
import type { EntityKey } from '../../port.ts';
import { frozenRecordOf, type StoredRecord } from '../../record-view.ts';
import { idToHex, KeyMap } from './keys.ts';

/** A row, or the fact that there is none. */
export interface Row extends EntityKey {
  /** The number of the commit that wrote it, as the database writes it. */
  readonly version: string;
  readonly record: StoredRecord | undefined;
}

/** The version of a key without a row. */
export const NO_ROW = '0';
/** The version of a key that is not loaded yet. */
export const NOT_LOADED = '-1';

export function rowOf({ kind, id }: EntityKey, version: string, body: string | null): Row {
  return { kind, id, version, record: body === null ? undefined : frozenRecordOf(body) };
}

/** The ids of a kind, with the same digest as the database makes. */
export interface List {
  readonly ids: readonly string[];
  readonly digest: string;
}

export function listOf(ids: readonly string[]): List {
  // The database sorts ids by their bytes.
  const bytes = ids.map(idToHex).sort();
  return { ids, digest: createHash('md5').update(bytes.join(',')).digest('hex') };
}

const MAX_ROWS = 20_000;
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** Each request has one kept answer, which is read again only if the request is repeated. So it is not cached. */
const NOT_CACHED: EntityKind = 'KeptAnswers';

/** A cache of the rows that were used last. */
export interface RowCache {
  get(kind: EntityKind, id: string): Row | undefined;
  set(row: Row): void;
}

/** The cache has two halves. A used row moves to the newer half. When that is full, the older half is dropped. */
export function createRowCache(rowsMax: number = MAX_ROWS): RowCache {
  let [newer, older] = [new KeyMap<Row>(), new KeyMap<Row>()];
  let [rows, characters] = [0, 0];
  const add = (row: Row): void => {
    if (rows >= rowsMax / 2 || characters >= MAX_CHARACTERS / 2) {
      [newer, older] = [new KeyMap(), newer];
      [rows, characters] = [0, 0];
    }
    const before = newer.get(row.kind, row.id);
    if (before === undefined) rows += 1;
    characters += lengthOf(row) - lengthOf(before);
    newer.set(row.kind, row.id, row);
  };
  return {
    get: (kind, id) => {
      const row = newer.get(kind, id);
      if (row !== undefined) return row;
      const old = older.get(kind, id);
      if (old !== undefined) add(old);
      return old;
    },
    set: (row) => {
      if (row.kind !== NOT_CACHED) add(row);
    },
  };
}

function lengthOf(row: Row | undefined): number {
  return row?.record?.text.length ?? 0;
}
