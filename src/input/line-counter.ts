const LF = 0x0a;
const CR = 0x0d;

/** Counts physical lines over chunks of UTF-8: LF, CR and CRLF each end one line, also when a chunk ends within CRLF. */
export class LineCounter {
  /** The line on which the next byte stands. */
  line = 1;
  #afterCr = false;

  advance(bytes: Uint8Array): void {
    let breaks = 0;
    let afterCr = this.#afterCr;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte === CR || (byte === LF && !afterCr)) breaks++;
      afterCr = byte === CR;
    }
    this.#afterCr = afterCr;
    this.line += breaks;
  }
}
