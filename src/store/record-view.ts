import { parseJson } from '../base/json-value.ts';
import { StoreError } from '../errors.ts';
import type { Entities, EntityKind } from '../platform/entities.ts';
import type { StoreView } from './port.ts';

/** An entity as its JSON text. The text is parsed once, on demand. */
export interface StoredRecord {
  readonly text: string;
  entity(): unknown;
}

/** A state whose entities are JSON texts. */
export interface RecordView {
  find(kind: EntityKind, id: string): StoredRecord | undefined;
  /** The ids in ascending order of their UTF-8 bytes. The list never changes. */
  ids(kind: EntityKind): readonly string[];
}

/** A class, which needs less memory: a bulk run has several of these objects for each record. */
class TextRecord implements StoredRecord {
  readonly text: string;
  readonly #isShared: boolean;
  #entity: unknown;

  constructor(text: string, isShared: boolean) {
    this.text = text;
    this.#isShared = isShared;
  }

  entity(): unknown {
    if (this.#entity === undefined) {
      this.#entity = parseJson(this.text);
      if (this.#entity === undefined) {
        throw new StoreError('An entity in the store is no JSON, so it is not as it was written', {
          hint: (at) => `"examctl local verify${at}" names it; then restore a backup into a new store.`,
        });
      }
      if (this.#isShared) freeze(this.#entity);
    }
    return this.#entity;
  }
}

/** Makes the record of a text. */
export function recordOf(text: string): StoredRecord {
  return new TextRecord(text, false);
}

/** Makes the record of a text whose entity is frozen, since many callers share it. */
export function frozenRecordOf(text: string): StoredRecord {
  return new TextRecord(text, true);
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) freeze(inner);
  Object.freeze(value);
}

/** Shows a state as the view of the port. */
export function viewOf({ find, ids }: RecordView): StoreView {
  return {
    get: <K extends EntityKind>(kind: K, id: string) => find(kind, id)?.entity() as Entities[K] | undefined,
    ids,
  };
}
