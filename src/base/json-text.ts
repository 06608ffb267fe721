/**
 * Finds facts about a JSON text that its parsed value does not have: the depth, which must be limited before code with
 * recursion reads the value, and repeated keys, for which parsing keeps only the last value.
 */
import { isContainer } from './json-value.ts';

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE] = [0x7b, 0x7d];
/** `[` and `{` differ in this bit alone, and so do `]` and `}`. */
const BRACE_BIT = 0x20;

export interface JsonScan {
  /** The depth of arrays and objects; 0 if the value is neither. */
  readonly depth: number;
  /** The number of keys of all objects. A repeated key counts each time. */
  readonly keys: number;
}

/** Reads the text once. The result for a text that is not JSON is arbitrary. */
export function scanJson(text: string): JsonScan {
  let [depth, deepest, keys] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COLON) keys++;
    else if ((code | BRACE_BIT) === OPEN_BRACE && ++depth > deepest) deepest = depth;
    else if ((code | BRACE_BIT) === CLOSE_BRACE) depth--;
  }
  return { depth: deepest, keys };
}

export interface RepeatedKey {
  readonly key: string;
  /** The index of its second occurrence in the object. */
  readonly index: number;
}

/**
 * Returns the first key that an object repeats. `value` is the parsed text, and `keys` the number of keys in the text. If
 * `value` has as many, none is repeated: counting takes much less time than searching the text.
 */
export function findRepeatedKey(text: string, value: unknown, keys: number): RepeatedKey | undefined {
  return countKeys(value) === keys ? undefined : locateRepeatedKey(text);
}

function countKeys(value: unknown): number {
  let keys = 0;
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) {
      for (const entry of next) if (isContainer(entry)) open.push(entry);
    } else if (isContainer(next)) {
      // Parsed JSON has no inherited enumerable keys.
      for (const key in next) {
        keys++;
        const member = next[key];
        if (isContainer(member)) open.push(member);
      }
    }
  }
  return keys;
}

function locateRepeatedKey(text: string): RepeatedKey | undefined {
  /** The keys of each open object so far; `undefined` for an open array. */
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const [index, keys] = [at, open.at(-1)];
      at = endOfString(text, at);
      if (keys === undefined || !isKey(text, at)) continue;
      const key = unescaped(text.slice(index, at + 1));
      if (keys.has(key)) return { key, index };
      keys.add(key);
    } else if ((code | BRACE_BIT) === OPEN_BRACE) open.push(code === OPEN_BRACE ? new Set() : undefined);
    else if ((code | BRACE_BIT) === CLOSE_BRACE) open.pop();
  }
  return undefined;
}

const COLON_NEXT = /[ \t\r\n]*:/y;

/** Whether the string that ends here is a key: a colon follows. */
function isKey(text: string, end: number): boolean {
  COLON_NEXT.lastIndex = end + 1;
  return COLON_NEXT.test(text);
}

/** "a" is the same key as "\u0061". */
function unescaped(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

/** Returns the index of the quote that ends the string at `start`, or the length of the text if the string has no end. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (quote - first) % 2 === 1;
}
