/** Numbers from 0 to 4,294,967,295, written one after the other into memory that can be given away. */

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
