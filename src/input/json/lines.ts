/** Finds the lines of each value in a JSON file, and counts the other lines. */
export class JsonLines {
  /** Lines of nothing but the brackets and commas of the array. */
  headerLines = 0;
  blankLines = 0;
  /** The last line that a value has. */
  #valueOn = 0;
  /** The last line with a bracket or a comma between values. */
  #markOn = 0;

  mark(line: number): void {
    this.#markOn = line;
  }

  /** How many lines a value has for itself: the one on which the value before it ends belongs to that one. */
  takeValue(first: number, last: number): number {
    const shared = first === this.#valueOn ? 1 : 0;
    this.#valueOn = last;
    return last - first + 1 - shared;
  }

  /** A line ends outside of values. */
  endLine(line: number): void {
    if (line === this.#valueOn) return;
    if (line === this.#markOn) this.headerLines++;
    else this.blankLines++;
  }
}
