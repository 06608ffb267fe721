/** Writes records as JSON from the values of their cells. To create an object for each record would take twice as long. */
import { hasSecretName, SECRET_FIELDS } from '../../platform/secrets.ts';

interface Member {
  readonly name: string;
  /** The position of its value. */
  readonly index: number;
}

/** JSON, with the facts that callers need: to search the text for them takes longer than to write it. */
export interface WrittenJson {
  readonly json: string;
  /** Whether a value may be null. Also true if a text contains the word. */
  readonly hasNull: boolean;
  readonly hasSecret: boolean;
}

export function writtenJson(json: string): WrittenJson {
  return { json, hasNull: json.includes('null'), hasSecret: hasSecretName(json) };
}

/** Returns a function that writes an object with these members. It leaves out members without a value. */
export function jsonWriter(members: readonly Member[]): (values: readonly unknown[]) => WrittenJson {
  const starts = members.map(({ name, index }) => ({ index, isSecret: SECRET_FIELDS.has(name), ...startsOf(name) }));
  // Equal cells share their value.
  const lists = new WeakMap<object, WrittenJson>();
  const write = (value: unknown): WrittenJson => {
    if (typeof value !== 'object' || value === null) return writtenJson(JSON.stringify(value));
    const written = lists.get(value) ?? writtenJson(JSON.stringify(value));
    lists.set(value, written);
    return written;
  };
  return (values) => {
    let [json, before, hasNull, hasSecret] = ['', 'nothing' as keyof Starts, false, false];
    for (const member of starts) {
      const value = values[member.index];
      if (value === undefined) continue;
      hasSecret ||= member.isSecret;
      if (typeof value === 'string') {
        json += member[before].text + (PLAIN.test(value) ? value : JSON.stringify(value).slice(1, -1));
        before = 'text';
      } else {
        const written = write(value);
        json += member[before].other + written.json;
        before = 'other';
        hasNull ||= written.hasNull;
        hasSecret ||= written.hasSecret;
      }
    }
    return { json: before === 'nothing' ? '{}' : json + (before === 'text' ? '"}' : '}'), hasNull, hasSecret };
  };
}

/**
 * The JSON between the previous value and a value, by the types of both. It includes the quotes of a text, since each
 * concatenation takes time.
 */
type Starts = Readonly<Record<'nothing' | 'text' | 'other', Readonly<Record<'text' | 'other', string>>>>;

function startsOf(name: string): Starts {
  const startAfter = (end: string) => {
    const other = `${end}${JSON.stringify(name)}:`;
    return { text: `${other}"`, other };
  };
  return { nothing: startAfter('{'), text: startAfter('",'), other: startAfter(',') };
}

/** Texts without an escaped character in JSON. */
const PLAIN = /^[ !#-[\]-~\u00a0-\ud7ff]*$/;
