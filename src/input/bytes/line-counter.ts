const LF = 0x0a;
const CR = 0x0d;

/** Counts physical lines over chunks of UTF-8: LF, CR and CRLF each end one line, also when a chunk ends within CRLF. */
export class LineCounter {
  /** The line on which the next byte stands. */
  line = 1;
  #afterCr = false;
  #isAtStart = true;

  /** How many lines there are so far: one that has no byte yet is none. */
  get count(): number {
    return this.#isAtStart ? this.line - 1 : this.line;
  }

  advance(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    let crAt = this.#afterCr ? -1 : -2;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0;
      // Nearly every byte is greater than a line break.
      if (byte > CR) continue;
      if (byte === CR) crAt = i;
      if (byte === CR || (byte === LF && i !== crAt + 1)) this.line++;
    }
    this.#afterCr = crAt === bytes.length - 1;
    this.#isAtStart = this.#afterCr || bytes.at(-1) === LF;
  }
}
