/** A growing list of numbers from 0 to 4,294,967,295, in a buffer that can be transferred to another thread. */

const FIRST_CAPACITY = 64;

export class NumberWriter {
  #values = new Uint32Array(FIRST_CAPACITY);
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

  /** Replaces a number. */
  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** Returns all numbers and empties the list. */
  flush(): Uint32Array<ArrayBuffer> {
    const numbers = this.#values.slice(0, this.#length);
    this.#length = 0;
    return numbers;
  }
}
