/** A cache of entities that are read very often. Each is parsed once, frozen, and shared by all readers. */
import type { EntityKind } from '../../../platform/entities.ts';
import { frozenRecordOf, type RecordView, type StoredRecord } from '../../record-view.ts';
import type { RecordKey } from '../log/record-lines.ts';

/** Kinds with few entities that nearly every request reads. */
const LASTING_KINDS: ReadonlySet<string> = new Set<EntityKind>([
  'Settings',
  'Roles',
  'RootHierarchy',
  'Hierarchies',
  'ProctoringTemplates',
  'Assessments',
]);

/** A kind of large entities. Clients poll some of them, so only those read last are held. */
const POLLED_KIND: EntityKind = 'ReviewSessions';

/** The largest number of characters in held texts of polled records. Their parsed forms take a few times as much. */
const POLLED_MAX_CHARACTERS = 4 * 1024 * 1024;

interface SharedRecord {
  /** The offset of its line. */
  readonly offset: number;
  readonly record: StoredRecord;
}

export interface SharedRecords {
  find(key: RecordKey): SharedRecord | undefined;
  /** Parses a text and holds the record; `undefined` if its kind is not shared. */
  add(key: RecordKey, offset: number, text: string): StoredRecord | undefined;
}

export function createSharedRecords(maxCharacters = POLLED_MAX_CHARACTERS): SharedRecords {
  const lasting = new Map<string, SharedRecord>();
  const polled = createPolled(maxCharacters);
  const holderOf = (kind: string) => {
    if (LASTING_KINDS.has(kind)) return lasting;
    return kind === POLLED_KIND ? polled : undefined;
  };
  return {
    find: ({ kind, id }) => holderOf(kind)?.get(`${kind} ${id}`),
    add: ({ kind, id }, offset, text) => {
      const holder = holderOf(kind);
      if (holder === undefined) return undefined;
      const record = frozenRecordOf(text);
      holder.set(`${kind} ${id}`, { offset, record });
      return record;
    },
  };
}

/** A state that looks up each lasting entity only once, until an entity of its kind changes. */
export function withLasting({
  find,
  ...others
}: RecordView): RecordView & { readonly changed: (kind: string) => void } {
  const known = new Map<string, Map<string, StoredRecord | undefined>>();
  return {
    find: (kind, id) => {
      if (!LASTING_KINDS.has(kind)) return find(kind, id);
      const ofKind = known.get(kind) ?? new Map<string, StoredRecord | undefined>();
      const record = ofKind.get(id);
      if (record !== undefined || ofKind.has(id)) return record;
      known.set(kind, ofKind.set(id, find(kind, id)));
      return ofKind.get(id);
    },
    ...others,
    changed: (kind) => known.delete(kind),
  };
}

/** A map that drops the least recently read records. */
function createPolled(maxCharacters: number): Pick<Map<string, SharedRecord>, 'get' | 'set'> {
  const records = new Map<string, SharedRecord>();
  let characters = 0;
  const take = (name: string): SharedRecord | undefined => {
    const known = records.get(name);
    if (known !== undefined && records.delete(name)) characters -= known.record.text.length;
    return known;
  };
  const put = (name: string, shared: SharedRecord) => {
    take(name);
    records.set(name, shared);
    characters += shared.record.text.length;
    for (const oldest of records.keys()) {
      if (characters <= maxCharacters) break;
      take(oldest);
    }
    return records;
  };
  return {
    get: (name) => {
      const known = records.get(name);
      if (known !== undefined) put(name, known);
      return known;
    },
    set: put,
  };
}
