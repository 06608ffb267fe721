import { release } from '../../../base/bytes/released.ts';
import type { KeyHash } from '../keys/key-hash.ts';
import type { LineTable, Place } from '../keys/key-table.ts';
import type { PlannedPlaces } from './planned-places.ts';

/** The words of a slot: the high bits of the key's hash, and the number of its place, counted from 1. */
const SLOT_WORDS = 2;
const FIRST_CAPACITY = 64;
/** The largest share of used slots. */
const MAX_LOAD = 0.9;
const GROWTH = 1.2;
const WORD = 2 ** 32;

/** The keys of one kind in a plan: a hash table with linear probing. A slot takes eight bytes, since places are elsewhere. */
export class PlannedKeys implements LineTable {
  readonly #places: PlannedPlaces;
  readonly #number: number;
  #capacity = FIRST_CAPACITY;
  #slots = new Uint32Array(FIRST_CAPACITY * SLOT_WORDS);
  #size = 0;

  constructor(places: PlannedPlaces) {
    this.#places = places;
    this.#number = places.addTable();
  }

  get size(): number {
    return this.#size;
  }

  find(hash: KeyHash, isIt: (place: Place) => boolean): Place | undefined {
    const number = this.#slots[this.#locate(hash, isIt) + 1] ?? 0;
    return number === 0 ? undefined : this.#places.at(number - 1).place;
  }

  set(hash: KeyHash, place: Place, isIt: (place: Place) => boolean): void {
    if (this.#size >= this.#capacity * MAX_LOAD) this.#grow();
    const at = this.#locate(hash, isIt);
    if (this.#slots[at + 1] === 0) this.#size += 1;
    this.#slots[at] = hash.high;
    this.#slots[at + 1] = this.#places.push(hash, this.#number, place) + 1;
  }

  /** Places are read from the first to the last. A key that was set again has an earlier place that no slot names. */
  *entries(): Generator<{ readonly hash: KeyHash; readonly place: Place }> {
    for (let number = 0; number < this.#places.length; number += 1) {
      const { table, hash, place } = this.#places.at(number);
      if (table === this.#number && this.#isLast(hash, number)) yield { hash, place };
    }
  }

  /** Returns the index of the key's slot, or of the empty slot in which it belongs. */
  #locate({ high, low }: KeyHash, isIt: (place: Place) => boolean): number {
    return this.#search(high, (number) => {
      const { hash, place } = this.#places.at(number);
      return hash.low === low && isIt(place);
    });
  }

  #isLast({ high }: KeyHash, number: number): boolean {
    const at = this.#search(high, (other) => other === number);
    return this.#slots[at + 1] === number + 1;
  }

  /** Returns the slot with these bits whose place `isIt` recognises by its number, or an empty slot. */
  #search(high: number, isIt: (number: number) => boolean): number {
    const [slots, end] = [this.#slots, this.#capacity * SLOT_WORDS];
    let at = Math.floor((high / WORD) * this.#capacity) * SLOT_WORDS;
    for (let number = slots[at + 1] ?? 0; number !== 0; number = slots[at + 1] ?? 0) {
      if (slots[at] === high && isIt(number - 1)) return at;
      at = at + SLOT_WORDS === end ? 0 : at + SLOT_WORDS;
    }
    return at;
  }

  #grow(): void {
    const former = this.#slots;
    this.#capacity = Math.ceil(this.#capacity * GROWTH);
    this.#slots = new Uint32Array(this.#capacity * SLOT_WORDS);
    for (let from = 0; from < former.length; from += SLOT_WORDS) {
      const [high = 0, number = 0] = [former[from], former[from + 1]];
      if (number === 0) continue;
      const to = this.#search(high, () => false);
      this.#slots[to] = high;
      this.#slots[to + 1] = number;
    }
    release(former);
  }
}
