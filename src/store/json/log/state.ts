/** Where the records of a log are. A record is read and parsed when it is asked for. */
import { endOfString } from '../../../base/json-text.ts';
import type { EntityKind } from '../../../platform/entities.ts';
import { frozenRecordOf, type RecordView, type StoredRecord } from '../../record-view.ts';
import { sortUtf8 } from '../../utf8-order.ts';
import { damage } from '../failures.ts';
import { readFullyNow, type StoreFile } from '../file-system.ts';
import { type LogEnd, type Place, valueOfLine } from './format.ts';
import type { NewLines } from './new-lines.ts';

export interface LogState {
  readonly kinds: Map<string, Map<string, Place>>;
  /** The bytes of all lines that the state has. */
  liveBytes: number;
}

/** An open log and its state. */
export interface OpenLog {
  readonly file: StoreFile;
  readonly state: LogState;
  readonly end: LogEnd;
}

export function createState(): LogState {
  return { kinds: new Map(), liveBytes: 0 };
}

/** Sets the place of a record, or removes a deleted record. */
export function putPlace(state: LogState, kind: string, id: string, place: Place | undefined): void {
  let ofKind = state.kinds.get(kind);
  if (ofKind === undefined) {
    ofKind = new Map();
    state.kinds.set(kind, ofKind);
  }
  state.liveBytes += (place?.length ?? 0) - (ofKind.get(id)?.length ?? 0);
  if (place === undefined) ofKind.delete(id);
  else ofKind.set(id, place);
}

/** Records that nearly every request reads, such as roles, stay parsed. */
const CACHED_CHARACTERS = 1024 * 1024;
/** Lines near one another are often read together. */
const WINDOW_BYTES = 32 * 1024;

/** Reads records from a log, and from lines that are not in the file yet. */
export class LogReader implements RecordView {
  readonly #file: StoreFile;
  readonly #path: string;
  readonly #state: LogState;
  readonly #unwritten: readonly NewLines[];
  readonly #window = Buffer.allocUnsafe(WINDOW_BYTES);
  #windowFrom = 0;
  #windowTo = 0;
  /** By the offset of the line, which never changes. */
  readonly #cache = new Map<number, StoredRecord>();
  #cachedCharacters = 0;

  /** `unwritten`: the lines that are not in the file yet, in their order. */
  constructor(file: StoreFile, path: string, state: LogState, unwritten: readonly NewLines[] = []) {
    this.#file = file;
    this.#path = path;
    this.#state = state;
    this.#unwritten = unwritten;
  }

  readonly find = (kind: EntityKind, id: string): StoredRecord | undefined => {
    const place = this.#state.kinds.get(kind)?.get(id);
    if (place === undefined) return undefined;
    const known = this.#cache.get(place.offset);
    if (known !== undefined) return known;
    const text = valueOfLine(this.lineAt(place), kind, id);
    if (text === undefined)
      throw damage(this.#path, place.offset, `the line of ${place.length} bytes there has changed`);
    const record = frozenRecordOf(text);
    this.#keep(place.offset, record);
    return record;
  };

  readonly ids = (kind: EntityKind): readonly string[] => sortUtf8([...(this.#state.kinds.get(kind)?.keys() ?? [])]);

  /** Finds the first text of each field in each record of a kind, without parsing the records. */
  eachText(kind: EntityKind, names: readonly string[], see: (id: string, texts: (string | undefined)[]) => void): void {
    const fields = names.map((name) => `${JSON.stringify(name)}:"`);
    for (const [id, place] of this.#state.kinds.get(kind) ?? []) {
      const line = this.lineAt(place);
      see(
        id,
        fields.map((field) => textAfter(line, field)),
      );
    }
  }

  lineAt(place: Place): string {
    for (const lines of this.#unwritten) if (lines.has(place)) return lines.lineAt(place);
    const { offset, length } = place;
    if (length > WINDOW_BYTES) {
      const bytes = Buffer.allocUnsafe(length);
      return bytes.toString('utf8', 0, readFullyNow(this.#file, bytes, offset));
    }
    if (offset < this.#windowFrom || offset + length > this.#windowTo) {
      this.#windowFrom = offset;
      this.#windowTo = offset + readFullyNow(this.#file, this.#window, offset);
    }
    return this.#window.toString('utf8', offset - this.#windowFrom, offset - this.#windowFrom + length);
  }

  #keep(offset: number, record: StoredRecord): void {
    this.#cachedCharacters += record.text.length;
    if (this.#cachedCharacters > CACHED_CHARACTERS) {
      this.#cache.clear();
      this.#cachedCharacters = record.text.length;
    }
    this.#cache.set(offset, record);
  }
}

/** The searched text cannot occur inside a text, where every quote has a backslash. */
function textAfter(line: string, field: string): string | undefined {
  const found = line.indexOf(field);
  if (found === -1) return undefined;
  const quote = found + field.length - 1;
  const text = line.slice(quote + 1, endOfString(line, quote));
  return (text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text) || undefined;
}
