/** Finds the lines of each value in a JSON file, and counts the other lines. */
export class JsonLines {
  /** The number of lines with only brackets and commas of the array. */
  headerLines = 0;
  blankLines = 0;
  /** The last line of the last value. */
  #valueOn = 0;
  /** The last line with a bracket or a comma between values. */
  #markOn = 0;

  mark(line: number): void {
    this.#markOn = line;
  }

  /** Returns the number of lines of a value. A line that it shares with the value before it belongs to that value. */
  takeValue(first: number, last: number): number {
    const shared = first === this.#valueOn ? 1 : 0;
    this.#valueOn = last;
    return last - first + 1 - shared;
  }

  /** Counts a line that ends outside of values. */
  endLine(line: number): void {
    if (line === this.#valueOn) return;
    if (line === this.#markOn) this.headerLines++;
    else this.blankLines++;
  }
}
