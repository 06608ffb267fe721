import { MAX_JSON_DEPTH } from '../limits.ts';
import { describeUnexpected, TOO_DEEP, UNFINISHED } from './errors.ts';

/** The first fault of a text that is not valid JSON. */
export interface JsonFault {
  readonly index: number;
  readonly problem: string;
}

/** Finds the first fault in a text that `JSON.parse` refuses. Nesting beyond the limit is a fault too. */
export function findJsonFault(text: string): JsonFault | undefined {
  const walk = new JsonWalk(text);
  try {
    walk.value();
    walk.end();
    return undefined;
  } catch (stop) {
    if (stop instanceof JsonStop) return stop.fault;
    throw stop;
  }
}

class JsonStop extends Error {
  readonly fault: JsonFault;

  constructor(fault: JsonFault) {
    super(fault.problem);
    this.fault = fault;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y;
const LITERAL = /(?:true|false|null)(?!\w)/y;
const BLANKS = /[ \t\r\n]*/y;
const PLAIN_TEXT = /[^"\\\p{Cc}]*/uy;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class JsonWalk {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): void {
    const next = this.#peek();
    if (next === '{') this.#members('}', () => this.#member());
    else if (next === '[') this.#members(']', () => this.value());
    else if (next === '"') this.#string();
    else if (!this.#skip(NUMBER) && !this.#skip(LITERAL))
      this.#stop(describeUnexpected(this.#text, this.#at, 'a value'));
  }

  end(): void {
    if (this.#peek() !== undefined) this.#stop(describeUnexpected(this.#text, this.#at, 'the end of the value'));
  }

  #members(close: '}' | ']', member: () => void): void {
    if (++this.#depth > MAX_JSON_DEPTH) this.#stop(TOO_DEEP);
    this.#at++;
    if (!this.#take(close)) this.#membersUntil(close, member);
    this.#depth--;
  }

  #membersUntil(close: '}' | ']', member: () => void): void {
    for (;;) {
      member();
      if (this.#take(close)) return;
      const comma = this.#at;
      if (!this.#take(',')) this.#stop(describeUnexpected(this.#text, this.#at, `a comma or ${close}`));
      if (this.#peek() === close) this.#stop(`a comma stands before the closing ${close}`, comma);
    }
  }

  #member(): void {
    if (this.#peek() !== '"') this.#stop(describeUnexpected(this.#text, this.#at, 'a name in double quotes'));
    this.#string();
    if (!this.#take(':')) this.#stop(describeUnexpected(this.#text, this.#at, 'a colon after the name'));
    this.value();
  }

  #string(): void {
    const start = this.#at++;
    for (;;) {
      this.#skip(PLAIN_TEXT);
      const next = this.#text[this.#at];
      if (next === '"') break;
      if (next === undefined) this.#stop(UNFINISHED);
      if (next === '\n' || next === '\r')
        this.#stop('a text is not closed with a quote on the line where it begins', start);
      // Only JSON's own control characters are forbidden; those from U+007F on are plain text.
      if (next !== '\\' && next >= '\u007f') this.#at++;
      else if (next !== '\\') this.#stop('a control character stands in a text; write a tab as \\t');
      else if (!this.#skip(ESCAPE))
        this.#stop('a backslash in a text begins no escape that JSON knows; write it twice');
    }
    this.#at++;
  }

  #peek(): string | undefined {
    this.#skip(BLANKS);
    return this.#text[this.#at];
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #stop(problem: string, index = this.#at): never {
    throw new JsonStop({ index, problem });
  }
}
