/** Lists of small numbers that grow, one to four bytes for each: of a million records nothing more can be remembered. */

export interface NumberList {
  readonly length: number;
  push(value: number): void;
  /** Beyond the end, the numbers between become 0. */
  set(index: number, value: number): void;
  /** 0 beyond the end. */
  readonly at: (index: number) => number;
}

const FIRST_CAPACITY = 1_024;

/** Numbers from 0 to 255. */
export function createBytes(): NumberList {
  return createList((capacity) => new Uint8Array(capacity));
}

/** Numbers from 0 to 65,535. */
export function createShorts(): NumberList {
  return createList((capacity) => new Uint16Array(capacity));
}

/** Numbers from 0 to 4,294,967,295. */
export function createNumbers(): NumberList {
  return createList((capacity) => new Uint32Array(capacity));
}

function createList(allocate: (capacity: number) => Uint8Array | Uint16Array | Uint32Array): NumberList {
  let values = allocate(FIRST_CAPACITY);
  let length = 0;
  const set = (index: number, value: number): void => {
    if (index >= values.length) {
      const larger = allocate(Math.max(index + 1, values.length * 2));
      larger.set(values);
      values = larger;
    }
    values[index] = value;
    length = Math.max(length, index + 1);
  };
  return {
    get length() {
      return length;
    },
    push: (value) => set(length, value),
    set,
    at: (index) => values[index] ?? 0,
  };
}

const FIRST_WRITTEN = 64;

/** Numbers from 0 to 4,294,967,295, written one after the other into memory that can be given away. */
export class NumberWriter {
  #values = new Uint32Array(FIRST_WRITTEN);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): this {
    if (this.#length === this.#values.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
    return this;
  }

  /** Writes over a number. */
  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** All of them; it is then empty. */
  take(): Uint32Array<ArrayBuffer> {
    const taken = this.#values.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }
}
