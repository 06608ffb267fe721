/** A text in UTF-8 inside a buffer. Comparing and copying it does not decode it. */
export class PackedText {
  /** The length in bytes. */
  readonly length: number;
  readonly #bytes: Buffer;
  readonly #start: number;

  constructor(bytes: Buffer, start: number, end: number) {
    this.length = end - start;
    this.#bytes = bytes;
    this.#start = start;
  }

  /** Whether a buffer has the same bytes at an offset. */
  isAt(others: Buffer, offset: number): boolean {
    const end = offset + this.length;
    if (end > others.length) return false;
    return this.#bytes.compare(others, offset, end, this.#start, this.#start + this.length) === 0;
  }

  copyTo(others: Buffer, offset: number): void {
    this.#bytes.copy(others, offset, this.#start, this.#start + this.length);
  }

  toString(): string {
    return this.#bytes.toString('utf8', this.#start, this.#start + this.length);
  }
}
