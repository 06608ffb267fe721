import { InputError } from '../../errors.ts';
import { CR, LF, NO_CR } from '../bytes/line-ends.ts';
import { MAX_JSON_DEPTH } from '../limits.ts';
import { emptyFileError } from '../source.ts';
import { describeUnexpected, scalarError, tooDeepError, trailingError, unfinishedArrayError } from './errors.ts';
import { FIX_JSON, type TextPlace } from './value.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** `[` and `{` differ in this bit alone, and so do `]` and `}`. */
const BRACE_BIT = 0x20;

/** The number of bytes from which a message describes an unexpected text. */
const EXCERPT_BYTES = 64;

/**
 * The position in the file: before its value (`start`), where the array may have a first value (`first`), where a value
 * must follow a comma (`next`), after a value (`after`), or after the end (`done`).
 */
type Phase = 'start' | 'first' | 'next' | 'after' | 'done';
type Within = 'nothing' | 'string' | 'brackets' | 'scalar';

/** Finds the lines of each value in a JSON file, and counts the other lines. */
class JsonLines {
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

/**
 * Finds the beginning and end of each value of an array, or of the single object of a file. It reads only brackets and
 * quotes; the parser reads the rest. Positions count from the beginning of the current chunk, and are negative for
 * values that began in an earlier chunk.
 */
export class JsonArrayScanner {
  valueStart = 0;
  place: TextPlace;
  line = 1;
  /** The number of keys in the value so far. */
  keys = 0;
  /** The number of lines of the last value, without a line that it shares with the value before it. */
  valueLines = 0;
  readonly lines = new JsonLines();
  readonly #file: string;
  #phase: Phase = 'start';
  #within: Within = 'nothing';
  #escaped = false;
  #depth = 0;
  #single = false;
  #lineStart = 0;
  /** The number of bytes of the line so far, less its number of UTF-16 units. */
  #surplusBytes = 0;
  #crAt = NO_CR;
  #comma = { line: 0, column: 0 };

  constructor(file: string) {
    this.#file = file;
    this.place = { file, line: 1, column: 1 };
  }

  get withinValue(): boolean {
    return this.#within !== 'nothing';
  }

  /** Returns the index after the next value that ends in the chunk, or -1 if none does. */
  nextEnd(chunk: Buffer, from: number): number {
    for (let i = from; i < chunk.length; i++) {
      const byte = chunk[i] ?? 0;
      if (byte >= 0x80) this.#countSurplus(byte);
      if (this.#within === 'string') {
        if (this.#endsString(byte, i) && this.#depth === 0) return this.#finish(i + 1);
      } else if (this.#within === 'scalar' && endsScalar(byte)) {
        return this.#finish(i);
      } else if (byte === LF || byte === CR) {
        this.#breakLine(byte, i);
      } else if (this.#within === 'brackets') {
        if (this.#closesBrackets(byte)) return this.#finish(i + 1);
      } else if (this.#within === 'nothing' && byte > SPACE) {
        this.#between(byte, chunk, i);
      } else if (this.#within === 'nothing' && byte !== SPACE && byte !== 0x09) {
        throw this.#unexpected(chunk, i, 'a value');
      }
    }
    return -1;
  }

  /** Prepares for the next chunk. The current one must be scanned to its end. */
  leave(chunk: Buffer): void {
    this.valueStart -= chunk.length;
    this.#lineStart -= chunk.length;
    this.#crAt = Math.max(this.#crAt - chunk.length, NO_CR);
  }

  /** Returns the error for a file that ends here, between values, or `undefined` if it is complete. */
  end(): InputError | undefined {
    if (this.#lineStart < 0) this.lines.endLine(this.line);
    if (this.#phase === 'done') return undefined;
    if (this.#phase !== 'start') return unfinishedArrayError(this.#file, this.line);
    return emptyFileError(this.#file);
  }

  #endsString(byte: number, at: number): boolean {
    if (byte === LF || byte === CR) {
      throw this.#error(at, 'a text is not closed with a quote on the line where it begins');
    }
    if (this.#escaped) {
      this.#escaped = false;
      return false;
    }
    if (byte === BACKSLASH) this.#escaped = true;
    if (byte !== QUOTE) return false;
    this.#within = this.#depth === 0 ? 'nothing' : 'brackets';
    return true;
  }

  #closesBrackets(byte: number): boolean {
    if (byte === QUOTE) this.#within = 'string';
    else if (byte === COLON) this.keys++;
    else if ((byte | BRACE_BIT) === OPEN_BRACE) this.#deepen();
    else if ((byte | BRACE_BIT) === CLOSE_BRACE) this.#depth--;
    return this.#depth === 0;
  }

  #deepen(): void {
    this.#depth++;
    if (this.#depth > MAX_JSON_DEPTH) throw tooDeepError(this.#file, this.line);
  }

  #between(byte: number, chunk: Buffer, at: number): void {
    if (this.#phase === 'start') this.#startFile(byte, chunk, at);
    else if (this.#phase === 'done') throw trailingError(this.#file, this.line, this.#column(at));
    else if (this.#phase === 'after') this.#afterValue(byte, chunk, at);
    else this.#beforeValue(byte, at);
    if (this.#within === 'nothing') this.lines.mark(this.line);
  }

  #startFile(byte: number, chunk: Buffer, at: number): void {
    if (byte === OPEN_BRACKET) {
      this.#phase = 'first';
    } else if (byte === OPEN_BRACE) {
      this.#single = true;
      this.#beginValue(byte, at);
    } else if (/["\-\dtfn]/.test(String.fromCharCode(byte))) {
      throw scalarError(this.#file, this.line);
    } else {
      throw this.#unexpected(chunk, at, 'an object or an array of objects');
    }
  }

  #beforeValue(byte: number, at: number): void {
    if (byte === CLOSE_BRACKET && this.#phase === 'first') {
      this.#phase = 'done';
    } else if (byte === CLOSE_BRACKET) {
      const { line, column } = this.#comma;
      throw new InputError({ file: this.#file, line }, `column ${column}: a comma stands before the closing ]`, {
        hint: 'Remove the comma after the last value.',
      });
    } else if (byte === COMMA) {
      throw this.#error(at, 'a value is missing before this comma');
    } else {
      this.#beginValue(byte, at);
    }
  }

  #afterValue(byte: number, chunk: Buffer, at: number): void {
    if (byte === CLOSE_BRACKET) {
      this.#phase = 'done';
    } else if (byte === COMMA) {
      this.#phase = 'next';
      this.#comma = { line: this.line, column: this.#column(at) };
    } else {
      throw this.#unexpected(chunk, at, 'a comma or the closing ]');
    }
  }

  #beginValue(byte: number, at: number): void {
    this.valueStart = at;
    this.place = { file: this.#file, line: this.line, column: this.#column(at) };
    this.#depth = 0;
    this.keys = 0;
    if (byte === QUOTE) {
      this.#within = 'string';
    } else if ((byte | BRACE_BIT) === OPEN_BRACE) {
      this.#within = 'brackets';
      this.#depth = 1;
    } else {
      this.#within = 'scalar';
    }
  }

  #finish(end: number): number {
    this.#within = 'nothing';
    this.valueLines = this.lines.takeValue(this.place.line, this.line);
    this.#phase = this.#single ? 'done' : 'after';
    return end;
  }

  #breakLine(byte: number, at: number): void {
    if (byte === CR || at !== this.#crAt + 1) {
      if (this.#within === 'nothing') this.lines.endLine(this.line);
      this.line++;
    }
    if (byte === CR) this.#crAt = at;
    this.#lineStart = at + 1;
    this.#surplusBytes = 0;
  }

  #countSurplus(byte: number): void {
    if (byte < 0xc0) this.#surplusBytes++;
    else if (byte >= 0xf0) this.#surplusBytes--;
  }

  #column(at: number): number {
    return at - this.#lineStart - this.#surplusBytes + 1;
  }

  #error(at: number, problem: string): InputError {
    return new InputError({ file: this.#file, line: this.line }, `column ${this.#column(at)}: ${problem}`, {
      hint: FIX_JSON,
    });
  }

  #unexpected(chunk: Buffer, at: number, wanted: string): InputError {
    return this.#error(at, describeUnexpected(chunk.subarray(at, at + EXCERPT_BYTES).toString(), 0, wanted));
  }
}

function endsScalar(byte: number): boolean {
  return byte <= SPACE || byte === COMMA || byte === CLOSE_BRACKET || byte === CLOSE_BRACE;
}
