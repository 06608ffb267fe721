import type { EntityKind } from '../platform/entities.ts';

/** A map by kind and id. It has one map for each kind, since joined keys take much longer to make and to hash. */
export class KeyMap<T, K extends string = EntityKind> {
  readonly #kinds = new Map<K, Map<string, T>>();

  get size(): number {
    let size = 0;
    for (const ids of this.#kinds.values()) size += ids.size;
    return size;
  }

  get kinds(): Iterable<K> {
    return this.#kinds.keys();
  }

  get(kind: K, id: string): T | undefined {
    return this.#kinds.get(kind)?.get(id);
  }

  set(kind: K, id: string, value: T): void {
    const ids = this.#kinds.get(kind);
    if (ids === undefined) this.#kinds.set(kind, new Map([[id, value]]));
    else ids.set(id, value);
  }

  delete(kind: K, id: string): void {
    this.#kinds.get(kind)?.delete(id);
  }

  /** The values of a kind by their ids. */
  of(kind: K): ReadonlyMap<string, T> {
    return this.#kinds.get(kind) ?? new Map();
  }

  keys(): { readonly kind: K; readonly id: string }[] {
    return [...this.#kinds].flatMap(([kind, ids]) => Array.from(ids.keys(), (id) => ({ kind, id })));
  }

  values(): T[] {
    return [...this.#kinds.values()].flatMap((ids) => [...ids.values()]);
  }
}
