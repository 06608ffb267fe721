/** Keys of entities, as the program and as the database know them. */
import type { EntityKind } from '../../../platform/entities.ts';
import type { EntityKey } from '../../port.ts';

/** The key of a key, in maps of hashes. */
export function keyText(kind: EntityKind, id: string): string {
  return `${kind} ${id}`;
}

/** A map by kind and id: to put one text together of them, and to hash it, takes longer than all else about a key. */
export class KeyMap<T> {
  readonly #kinds = new Map<EntityKind, Map<string, T>>();

  get size(): number {
    let size = 0;
    for (const ids of this.#kinds.values()) size += ids.size;
    return size;
  }

  get(kind: EntityKind, id: string): T | undefined {
    return this.#kinds.get(kind)?.get(id);
  }

  set(kind: EntityKind, id: string, value: T): void {
    const ids = this.#kinds.get(kind);
    if (ids === undefined) this.#kinds.set(kind, new Map([[id, value]]));
    else ids.set(id, value);
  }

  of(kind: EntityKind): Iterable<T> {
    return this.#kinds.get(kind)?.values() ?? [];
  }

  values(): T[] {
    return [...this.#kinds.values()].flatMap((ids) => [...ids.values()]);
  }
}

/** Begins an id that is no text of UTF-8, since half of a surrogate pair is in it; no UTF-8 has this byte. */
const NOT_UTF8 = 0xff;

/** What PostgreSQL reads as the bytes that it is: nearly every id. */
const PLAIN = /^[ -[\]-~]+$/;

/** As PostgreSQL reads bytes. */
export function idToBytes(id: string): string {
  return PLAIN.test(id) ? id : `\\x${idToHex(id)}`;
}

export function idToHex(id: string): string {
  const isText = !/[\ud800-\udfff]/.test(id) || id.isWellFormed();
  const bytes = isText ? Buffer.from(id) : Buffer.concat([Buffer.of(NOT_UTF8), Buffer.from(id, 'utf16le')]);
  return bytes.toString('hex');
}

export function bytesToId(bytes: Buffer): string {
  return bytes[0] === NOT_UTF8 ? bytes.subarray(1).toString('utf16le') : bytes.toString();
}

/** The columns of rows, each as a text with a line for each row: the database splits these much faster than it reads arrays. */
export function keyColumns(keys: readonly EntityKey[]): [kinds: string, ids: string] {
  return [keys.map(({ kind }) => kind).join('\n'), keys.map(({ id }) => idToBytes(id)).join('\n')];
}
