import { InputError } from '../../errors.ts';
import { CR, LF, NO_CR } from '../bytes/record-cutter.ts';
import { MAX_JSON_DEPTH } from '../limits.ts';
import { emptyFileError } from '../source.ts';
import { CUT_OFF, describeUnexpected, FIX_JSON, type TextPlace, tooDeepError, UNCLOSED, UNFINISHED } from './value.ts';

const [TAB, SPACE, QUOTE, COMMA, COLON] = [0x09, 0x20, 0x22, 0x2c, 0x3a] as const;
const [BACKSLASH, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5c, 0x5d, 0x7b, 0x7d] as const;
/** `[` and `{` differ in this bit alone, and so do `]` and `}`. */
const BRACE_BIT = 0x20;

/**
 * The position in the file: before its value (`start`), where the array may have a first value (`first`), where a value
 * must follow a comma (`next`), after a value (`after`), after the end (`done`), or where a line may have its value
 * (`line`).
 */
type Phase = 'start' | 'first' | 'next' | 'after' | 'done' | 'line';
type Within = 'nothing' | 'string' | 'brackets' | 'scalar';

/**
 * Finds the beginning and end of each value of an array or of lines, or of the single object of a file. It reads only brackets and
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
  /** The number of lines with only brackets and commas of the array. */
  headerLines = 0;
  blankLines = 0;
  readonly #file: string;
  #phase: Phase;
  #within: Within = 'nothing';
  #escaped = false;
  #depth = 0;
  #single = false;
  #lineStart = 0;
  #crAt = NO_CR;
  #comma = { line: 0, column: 0 };
  /** The last line of the last value, and the last line with a bracket or a comma between values. */
  #valueOn = 0;
  #markOn = 0;

  /** With `isLines`, the file has a value on each line, and no array. */
  constructor(file: string, isLines: boolean) {
    this.#file = file;
    this.#phase = isLines ? 'line' : 'start';
    this.place = { file, line: 1, column: 1 };
  }

  get withinValue(): boolean {
    return this.#within !== 'nothing';
  }

  /** Returns the index after the next value that ends in the chunk, or -1 if none does. */
  nextEnd(chunk: string, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const sign = chunk.charCodeAt(at);
      if (this.#within === 'string') {
        if (this.#endsString(sign, at) && this.#depth === 0) return this.#finish(at + 1);
      } else if (this.#within === 'scalar' && endsScalar(sign)) {
        return this.#finish(at);
      } else if (sign === LF || sign === CR) {
        if (this.#within === 'brackets' && this.#phase === 'line') throw this.#error(this.#column(at), UNFINISHED);
        this.#breakLine(sign, at);
      } else if (this.#within === 'brackets') {
        if (this.#closesBrackets(sign)) return this.#finish(at + 1);
      } else if (this.#within === 'nothing' && sign !== SPACE && sign !== TAB) {
        this.#between(chunk, at);
      }
    }
    return -1;
  }

  /** Prepares for the next chunk. The current one must be scanned to its end. */
  leave({ length }: string): void {
    this.valueStart -= length;
    this.#lineStart -= length;
    this.#crAt = Math.max(this.#crAt - length, NO_CR);
  }

  /** Returns the error for a file that ends here, between values, or `undefined` if it is complete. */
  end(): InputError | undefined {
    if (this.#lineStart < 0) this.#endLine();
    if (this.#phase === 'done') return undefined;
    if (this.#phase === 'start' || (this.#phase === 'line' && this.#valueOn === 0)) return emptyFileError(this.#file);
    if (this.#phase === 'line') return undefined;
    const place = { file: this.#file, line: this.line };
    return new InputError(place, 'the file ends before the closing ] of the array', { hint: CUT_OFF });
  }

  #endsString(sign: number, at: number): boolean {
    if (sign === LF || sign === CR) {
      throw this.#error(this.#column(at), UNCLOSED);
    }
    if (this.#escaped) {
      this.#escaped = false;
      return false;
    }
    if (sign === BACKSLASH) this.#escaped = true;
    if (sign !== QUOTE) return false;
    this.#within = this.#depth === 0 ? 'nothing' : 'brackets';
    return true;
  }

  #closesBrackets(sign: number): boolean {
    if (sign === QUOTE) this.#within = 'string';
    else if (sign === COLON) this.keys++;
    else if ((sign | BRACE_BIT) === OPEN_BRACE) this.#depth++;
    else if ((sign | BRACE_BIT) === CLOSE_BRACE) this.#depth--;
    if (this.#depth > MAX_JSON_DEPTH) throw tooDeepError(this.#file, this.line);
    return this.#depth === 0;
  }

  #between(chunk: string, at: number): void {
    const sign = chunk[at] ?? '';
    if (this.#phase === 'start') this.#startFile(chunk, at);
    else if (this.#phase === 'line' && this.#valueOn !== this.line) this.#beginValue(chunk, at);
    else if (this.#phase === 'done' || this.#phase === 'line') {
      const hint =
        this.#phase === 'line'
          ? 'Put each value on a line of its own.'
          : 'If each line is a value of its own, use --format ndjson; otherwise put the values in an array.';
      throw this.#error(this.#column(at), 'there is more after the end of the JSON value', hint);
    } else if (sign === ']') this.#endArray();
    else if (this.#phase !== 'after' && sign !== ',') this.#beginValue(chunk, at);
    else if (this.#phase === 'after' && sign === ',') {
      this.#phase = 'next';
      this.#comma = { line: this.line, column: this.#column(at) };
    } else throw this.#unexpected(chunk, at, this.#phase === 'after' ? 'a comma or the closing ]' : 'a value');
    if (this.#within === 'nothing') this.#markOn = this.line;
  }

  #startFile(chunk: string, at: number): void {
    const sign = chunk[at] ?? '';
    this.#single = sign === '{';
    if (sign === '[') this.#phase = 'first';
    else if (this.#single) this.#beginValue(chunk, at);
    else throw this.#unexpected(chunk, at, 'an object or an array of objects');
  }

  #endArray(): void {
    if (this.#phase === 'next') {
      const { line, column } = this.#comma;
      const hint = 'Remove the comma after the last value.';
      throw this.#error(column, 'a comma stands before the closing ]', hint, line);
    }
    this.#phase = 'done';
  }

  #beginValue(chunk: string, at: number): void {
    const sign = chunk.charCodeAt(at);
    this.valueStart = at;
    this.place = { file: this.#file, line: this.line, column: this.#column(at) };
    this.keys = 0;
    const isOpen = (sign | BRACE_BIT) === OPEN_BRACE;
    this.#depth = isOpen ? 1 : 0;
    this.#within = isOpen ? 'brackets' : sign === QUOTE ? 'string' : 'scalar';
  }

  #finish(end: number): number {
    this.#within = 'nothing';
    if (this.#phase !== 'line') this.#phase = this.#single ? 'done' : 'after';
    this.valueLines = this.line - this.place.line + (this.place.line === this.#valueOn ? 0 : 1);
    this.#valueOn = this.line;
    return end;
  }

  #breakLine(sign: number, at: number): void {
    if (sign === CR || at !== this.#crAt + 1) {
      if (this.#within === 'nothing') this.#endLine();
      this.line++;
    }
    if (sign === CR) this.#crAt = at;
    this.#lineStart = at + 1;
  }

  /** Counts a line that ends outside of values. */
  #endLine(): void {
    if (this.line === this.#valueOn) return;
    if (this.line === this.#markOn) this.headerLines++;
    else this.blankLines++;
  }

  #column(at: number): number {
    return at - this.#lineStart + 1;
  }

  #unexpected(chunk: string, at: number, wanted: string): InputError {
    return this.#error(this.#column(at), describeUnexpected(chunk, at, wanted));
  }

  #error(column: number, problem: string, hint = FIX_JSON, line = this.line): InputError {
    return new InputError({ file: this.#file, line }, `column ${column}: ${problem}`, { hint });
  }
}

function endsScalar(sign: number): boolean {
  return sign <= SPACE || sign === COMMA || sign === CLOSE_BRACKET || sign === CLOSE_BRACE;
}
