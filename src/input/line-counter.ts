const LF = 0x0a;
const CR = 0x0d;

/** Counts physical lines over chunks of UTF-8: LF, CR and CRLF each end one line, also when a chunk ends within CRLF. */
export class LineCounter {
  /** The line on which the next byte stands. */
  line = 1;
  #afterCr = false;

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
  }
}
