/** Parses the JSON of an answer, and finds a name that one object has twice: the parsed value no longer shows that. */
import { findRepeatedKey, scanJson } from '../../base/json-text.ts';
import { isContainer, isObject, parseJson } from '../../base/json-value.ts';
import { looseName } from './json-object.ts';

export interface ParsedBody {
  /** `undefined` if the text is not JSON. */
  readonly value: unknown;
  /** A name that one object has twice, so that it is not clear which of the two values counts. */
  readonly repeatedName?: string;
}

export function parseBody(text: string): ParsedBody {
  const json = text.startsWith('\ufeff') ? text.slice(1) : text;
  const value = parseJson(json);
  if (typeof value === 'string') {
    const inner = parseJson(value);
    return isContainer(inner) ? withRepeats(value, inner) : { value };
  }
  return withRepeats(json, value);
}

/** The parsed value of a text that holds JSON, or else the value itself. */
export function unwrapText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{["]/.test(value)) return value;
  const inner = parseJson(value);
  return inner === undefined ? value : inner;
}

function withRepeats(text: string, value: unknown): ParsedBody {
  if (!isContainer(value)) return { value };
  const repeatedName = findRepeatedKey(text, value, scanJson(text).keys)?.key ?? findAlike(value);
  return repeatedName === undefined ? { value } : { value, repeatedName };
}

/** Finds two names of the envelope with one loose name: `Success` and `success`. */
function findAlike(value: object): string | undefined {
  if (!isObject(value)) return undefined;
  const names = Object.keys(value).map(looseName);
  return names.find((name, index) => names.indexOf(name) !== index);
}
