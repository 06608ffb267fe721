/** What is known of the database's rows: it may be out of date, so a commit says which versions it was decided on. */
import { createHash } from 'node:crypto';
import type { EntityKind } from '../../../platform/entities.ts';
import type { EntityKey } from '../../port.ts';
import { frozenRecordOf, type StoredRecord } from '../../record-view.ts';
import { idToHex, KeyMap } from './keys.ts';

/** A row, or that there is none. */
export interface Row extends EntityKey {
  /** The number of the commit that wrote it, as the database writes it. */
  readonly version: string;
  readonly record: StoredRecord | undefined;
}

/** Of a key without a row. */
export const NO_ROW = '0';
/** Of a key that was not looked at. */
export const NOT_LOADED = '-1';

export function rowOf({ kind, id }: EntityKey, version: string, body: string | null): Row {
  return { kind, id, version, record: body === null ? undefined : frozenRecordOf(body) };
}

/** The ids of a kind; the database makes the same digest. */
export interface List {
  readonly ids: readonly string[];
  readonly digest: string;
}

export function listOf(ids: readonly string[]): List {
  // In the order of the bytes, as the database has them.
  const bytes = ids.map(idToHex).sort();
  return { ids, digest: createHash('md5').update(bytes.join(',')).digest('hex') };
}

const MAX_ROWS = 20_000;
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** There is one for each request, and it is looked at again only if its request comes again. */
const NOT_HELD: EntityKind = 'KeptAnswers';

/** The rows that were used last. */
export interface RowCache {
  get(kind: EntityKind, id: string): Row | undefined;
  set(row: Row): void;
}

/** Two halves: what was used since the newer one was begun is in it, and the older one goes as a whole. */
export function createRowCache(rowsMax: number = MAX_ROWS): RowCache {
  let [newer, older] = [new KeyMap<Row>(), new KeyMap<Row>()];
  let [rows, characters] = [0, 0];
  const hold = (row: Row): void => {
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
      if (old !== undefined) hold(old);
      return old;
    },
    set: (row) => {
      if (row.kind !== NOT_HELD) hold(row);
    },
  };
}

function lengthOf(row: Row | undefined): number {
  return row?.record?.text.length ?? 0;
}
