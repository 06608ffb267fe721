import { StoreError } from '../../../errors.ts';
import { type RecordView, recordOf, type StoredRecord } from '../../record-view.ts';
import { sortUtf8 } from '../../utf8-order.ts';
import type { KeyHash } from '../keys/key-hash.ts';
import type { KeyTable, LineTable, Place } from '../keys/key-table.ts';
import type { LineReader } from '../log/line-reader.ts';
import {
  deletedLine,
  type PackedLine,
  packedLineOf,
  type RecordKey,
  readLineKey,
  valueOfLine,
} from '../log/record-lines.ts';
import { createSharedRecords, type SharedRecords } from './shared-records.ts';

const GONE = 'gone';

/** A state that can compare a text with its line in a file. */
export type LineView = Required<RecordView>;

/** The records in the lines of one file, by kind. */
export interface Layer<Table extends LineTable = KeyTable> {
  readonly tables: Map<string, Table>;
  /** The state of this layer over another state, which must not change any more. */
  over(state: LineView, hashOf: (id: string) => KeyHash): LineView;
  /** Whether there is a line of this key. `keyOf` is called only if a line has the same hash. */
  has(kind: string, hash: KeyHash, keyOf: () => RecordKey): boolean;
  set(kind: string, hash: KeyHash, place: Place, keyOf: () => RecordKey): void;
  /** Returns the table of a kind, for changes. Creates it if there is none. */
  tableFor(kind: string): Table;
  keyAt(place: Place): RecordKey;
}

/** Creates a layer over the lines of a reader. Without tables it is empty. */
export function createLayer<Table extends LineTable>(
  reader: LineReader,
  newTable: () => Table,
  tables = new Map<string, Table>(),
): Layer<Table> {
  const { read } = reader;
  const shared = createSharedRecords();
  const lists = new Map<string, IdList>();
  const keyAt = (place: Place): RecordKey => {
    const key = readLineKey(read(place));
    if (key === undefined) throw new StoreError('A line of the store whose checksum is right is no record');
    return key;
  };
  const isLineOf = (keyOf: () => RecordKey) => (place: Place) => {
    const [key, other] = [keyOf(), keyAt(place)];
    return key.kind === other.kind && key.id === other.id;
  };
  const tableFor = (kind: string): Table => {
    lists.delete(kind);
    const known = tables.get(kind);
    if (known !== undefined) return known;
    const table = newTable();
    tables.set(kind, table);
    return table;
  };
  const idsOver = (below: readonly string[], kind: string): readonly string[] => {
    const table = tables.get(kind);
    if (table === undefined || table.size === 0) return below;
    const known = lists.get(kind);
    if (known?.below === below) return known.ids;
    const ids = mergeIds(below, table, keyAt);
    lists.set(kind, { below, ids });
    return ids;
  };
  return {
    tables,
    keyAt,
    tableFor,
    over: (state, hashOf) => ({
      find: (kind, id) => {
        const table = tables.get(kind);
        const found = table && findIn(table, shared, read, { key: { kind, id }, hash: hashOf(id) });
        return found === GONE ? undefined : (found ?? state.find(kind, id));
      },
      hasText: (kind, id, text) =>
        holdsIn(tables.get(kind), reader, hashOf(id), () => packedLineOf({ kind, id }, text)) ??
        state.hasText(kind, id, text),
      ids: (kind) => idsOver(state.ids(kind), kind),
    }),
    has: (kind, hash, keyOf) => tables.get(kind)?.find(hash, isLineOf(keyOf)) !== undefined,
    set: (kind, hash, place, keyOf) => tableFor(kind).set(hash, place, isLineOf(keyOf)),
  };
}

interface IdList {
  readonly below: readonly string[];
  readonly ids: readonly string[];
}

/** The record in the last line of a key; undefined if there is no line. */
function findIn(
  table: LineTable,
  shared: SharedRecords,
  read: LineReader['read'],
  { key, hash }: { readonly key: RecordKey; readonly hash: KeyHash },
): StoredRecord | typeof GONE | undefined {
  const known = shared.find(key);
  let record: StoredRecord | undefined;
  const place = table.find(hash, (place) => {
    if (known?.offset === place.offset) {
      record = known.record;
      return true;
    }
    const text = read(place);
    if (place.deleted) return text === deletedLine(key);
    const value = valueOfLine(text, key);
    if (value === undefined) return false;
    record = shared.add(key, place.offset, value) ?? recordOf(value);
    return true;
  });
  return place === undefined ? undefined : (record ?? GONE);
}

/** Whether the line of a key is the given one; undefined if there is no line with its hash. */
function holdsIn(
  table: LineTable | undefined,
  { isLine }: LineReader,
  hash: KeyHash,
  lineOf: () => PackedLine,
): boolean | undefined {
  let isIt: boolean | undefined;
  table?.find(hash, (place) => {
    isIt = !place.deleted && isLine(place, lineOf());
    // The line may belong to another key with the same hash. The caller then uses `find`.
    return true;
  });
  return isIt;
}

/** Merges the ids of the lines into a list. Reads the lines in their order in the file. */
function mergeIds(below: readonly string[], table: LineTable, keyAt: Layer['keyAt']): readonly string[] {
  const places = [...table.entries()].map(({ place }) => place).sort((a, b) => a.offset - b.offset);
  const ids = new Set(below);
  for (const place of places) {
    const { id } = keyAt(place);
    if (place.deleted) ids.delete(id);
    else ids.add(id);
  }
  return sortUtf8([...ids]);
}

const NO_IDS: readonly string[] = [];

/** The empty state. */
export const EMPTY_STATE: LineView = { find: () => undefined, hasText: () => undefined, ids: () => NO_IDS };
