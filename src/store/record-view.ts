import type { PackedText } from '../base/bytes/packed-text.ts';
import type { Entities, EntityKind } from '../platform/entities.ts';
import type { StoreView } from './port.ts';

/** An entity as its JSON text, which is parsed once, when it is first asked for. */
export interface StoredRecord {
  readonly text: string;
  /** The same as it came, where nobody has asked for it as a string yet. */
  readonly packed?: PackedText | undefined;
  entity(): unknown;
}

/** A state as texts. */
export interface RecordView {
  find(kind: EntityKind, id: string): StoredRecord | undefined;
  /** True if the record surely has this text; after `false`, only `find` can decide. Undefined where there is no record. */
  holds?(kind: EntityKind, id: string, text: PackedText): boolean | undefined;
  /** In ascending order of their UTF-8 bytes. The list does not change any more. */
  ids(kind: EntityKind): readonly string[];
}

/** A class, since there are several for each record of a bulk run. */
class TextRecord implements StoredRecord {
  #text: PackedText | string;
  #entity: unknown;
  readonly #isShared: boolean;

  constructor(text: PackedText | string, isShared: boolean) {
    this.#text = text;
    this.#isShared = isShared;
  }

  get text(): string {
    if (typeof this.#text !== 'string') this.#text = this.#text.toString();
    return this.#text;
  }

  get packed(): PackedText | undefined {
    return typeof this.#text === 'string' ? undefined : this.#text;
  }

  entity(): unknown {
    if (this.#entity === undefined) {
      this.#entity = JSON.parse(this.text);
      if (this.#isShared) freeze(this.#entity);
    }
    return this.#entity;
  }
}

/** The record of a text. */
export function recordOf(text: PackedText | string): StoredRecord {
  return new TextRecord(text, false);
}

/** The record of a text whose entity is handed out to many, and so cannot be changed. */
export function frozenRecordOf(text: string): StoredRecord {
  return new TextRecord(text, true);
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) freeze(inner);
  Object.freeze(value);
}

/** The state as the port shows it. */
export function viewOf({ find, ids }: RecordView): StoreView {
  return {
    get: <K extends EntityKind>(kind: K, id: string) => find(kind, id)?.entity() as Entities[K] | undefined,
    ids,
  };
}
