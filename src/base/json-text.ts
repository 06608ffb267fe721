/**
 * What a JSON text says that its parsed value does not: how deep it nests, which must be known before anything walks it
 * by recursion, and whether an object repeats a key, and parsing keeps only the last value silently.
 */

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE] = [0x7b, 0x7d];
/** `[` and `{` differ in this bit alone, and so do `]` and `}`. */
const BRACE_BIT = 0x20;

export interface JsonScan {
  /** How deep arrays and objects nest; 0 of a value that is neither. */
  readonly depth: number;
  /** Keys of all objects, repeated ones counted as often as they stand there. */
  readonly keys: number;
}

/** Reads through a text once. Texts that are not JSON get any answer. */
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
  /** Where it stands for the second time in its object. */
  readonly index: number;
}

/**
 * The first key that an object of a JSON text repeats; `value` is what was parsed of the text, and `keys` how many
 * the text has. Counting those that are left in the value takes next to no time: nothing is looked for in a text that
 * has lost none.
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
      // Values of JSON inherit nothing that can be enumerated.
      for (const key in next) {
        keys++;
        const member = next[key];
        if (isContainer(member)) open.push(member);
      }
    }
  }
  return keys;
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function locateRepeatedKey(text: string): RepeatedKey | undefined {
  /** The keys so far of each object that is open; of an array, nothing. */
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

/** Index of the quote that ends the string which begins at `start`; the end of the text where none does. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (quote - first) % 2 === 1;
}
