/** Where the records of a log are. A record is read and parsed when it is asked for. */
import { endOfString } from '../../../base/json-text.ts';
import { KeyMap } from '../../key-map.ts';
import { type RecordView, StoredRecord } from '../../transaction.ts';
import { idsAfter, sortUtf8 } from '../../utf8-order.ts';
import { damage } from '../failures.ts';
import { readFully, readInto, type StoreFile } from '../file-system.ts';
import { type Place, valueOfLine } from './format.ts';
import type { LogTail } from './tail.ts';

/** Stands for the line of a record that a plan has deleted. */
const DELETED = -1;

/** The line of each record. A line is a number, which takes the least memory: a large store has millions of them. */
export class LogState {
  /** Where each line of the log begins, and where the next one will. */
  readonly #starts: number[];
  readonly #below: LogState | undefined;
  readonly #lines = new KeyMap<number, string>();

  /** `below`: the state that a plan begins with, which does not change until the plan ends. */
  constructor(below?: LogState) {
    this.#starts = below === undefined ? [0] : below.#starts;
    this.#below = below;
  }

  /** Adds a line that is no record. */
  addLine(length: number): void {
    this.#starts.push((this.#starts[this.#starts.length - 1] ?? 0) + length);
  }

  /** Adds the line that puts a record, or deletes it. */
  addRecord(kind: string, id: string, length: number, isDeleted: boolean): void {
    const line = this.#starts.length - 1;
    this.addLine(length);
    if (isDeleted && this.#below === undefined) this.#lines.delete(kind, id);
    else this.#lines.set(kind, id, isDeleted ? DELETED : line);
  }

  find(kind: string, id: string): Place | undefined {
    const line = this.#lines.get(kind, id);
    if (line === undefined) return this.#below?.find(kind, id);
    return line === DELETED ? undefined : this.#placeOf(line);
  }

  /** The ids in ascending order of their UTF-8 bytes. */
  ids(kind: string): readonly string[] {
    const lines = this.#lines.of(kind);
    if (this.#below === undefined) return sortUtf8([...lines.keys()]);
    const changes = [...lines].map(([id, line]) => ({ id, after: line === DELETED ? undefined : line }));
    return idsAfter(this.#below.ids(kind), changes);
  }

  get kinds(): Iterable<string> {
    return this.#lines.kinds;
  }

  /** The records of a kind, in any order. */
  *places(kind: string): Generator<[id: string, place: Place]> {
    for (const [id, line] of this.#lines.of(kind)) yield [id, this.#placeOf(line)];
  }

  /** Takes over the records of a plan. */
  takeOver(plan: LogState): void {
    for (const kind of plan.kinds) {
      for (const [id, line] of plan.#lines.of(kind)) {
        if (line === DELETED) this.#lines.delete(kind, id);
        else this.#lines.set(kind, id, line);
      }
    }
  }

  /** Drops all lines from an offset on, which no record of this state has. */
  cut(offset: number): void {
    while ((this.#starts.at(-1) ?? 0) > offset) this.#starts.pop();
  }

  #placeOf(line: number): Place {
    const offset = this.#starts[line] ?? 0;
    return { offset, length: (this.#starts[line + 1] ?? 0) - offset };
  }
}

/** Records that nearly every request reads, such as roles, stay parsed. */
const CACHED_CHARACTERS = 1024 * 1024;
/** Lines near one another are often read together. */
const WINDOW_BYTES = 32 * 1024;

/** Reads lines and records of a log, also those that are not in the file yet. */
export class LogReader {
  readonly #file: StoreFile;
  readonly #path: string;
  readonly #tail: LogTail;
  readonly #window = Buffer.allocUnsafe(WINDOW_BYTES);
  #windowFrom = 0;
  #windowTo = 0;
  /** By the offset of the line. */
  readonly #cache = new Map<number, StoredRecord>();
  #cachedCharacters = 0;

  constructor(file: StoreFile, path: string, tail: LogTail) {
    this.#file = file;
    this.#path = path;
    this.#tail = tail;
  }

  /** Shows the records of a state. */
  viewOf(state: LogState): RecordView {
    return {
      find: (kind, id) => {
        const place = state.find(kind, id);
        return place && this.#recordAt(place, kind, id);
      },
      ids: (kind) => state.ids(kind),
    };
  }

  /** Finds the first text of each field in a line, without parsing it. */
  textsAt(place: Place, names: readonly string[]): (string | undefined)[] {
    const line = this.lineAt(place);
    return names.map((name) => textAfter(line, `${JSON.stringify(name)}:"`));
  }

  lineAt(place: Place): string {
    return this.#tail.lineAt(place) ?? this.#lineInFile(place);
  }

  /** Forgets what was read: lines were dropped, and others will have their places. */
  forget(): void {
    this.#windowTo = 0;
    this.#cache.clear();
    this.#cachedCharacters = 0;
  }

  #lineInFile({ offset, length }: Place): string {
    if (length > WINDOW_BYTES) return readFully(this.#file, offset, length).toString();
    if (offset < this.#windowFrom || offset + length > this.#windowTo) {
      this.#windowFrom = offset;
      this.#windowTo = offset + readInto(this.#file, this.#window, offset);
    }
    return this.#window.toString('utf8', offset - this.#windowFrom, offset - this.#windowFrom + length);
  }

  #recordAt(place: Place, kind: string, id: string): StoredRecord {
    const known = this.#cache.get(place.offset);
    if (known !== undefined) return known;
    const text = valueOfLine(this.lineAt(place), kind, id);
    if (text === undefined)
      throw damage(this.#path, place.offset, `the line of ${place.length} bytes there has changed`);
    const record = new StoredRecord(text);
    this.#keep(place.offset, record);
    return record;
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
