/** Writes records as JSON from the values of their cells: an object for each of them would take twice as long. */
import { hasSecretName, SECRET_FIELDS } from '../../../platform/secrets.ts';

interface Member {
  readonly name: string;
  /** The position of its value. */
  readonly index: number;
}

/** JSON, with what callers ask about it: to search it for that takes longer than to write it. */
export interface WrittenJson {
  readonly json: string;
  /** A text that has this word counts as well. */
  readonly hasNull: boolean;
  readonly hasSecret: boolean;
}

export function writtenJson(json: string): WrittenJson {
  return { json, hasNull: json.includes('null'), hasSecret: hasSecretName(json) };
}

/** Gives the JSON of an object with these members, without those that have no value. */
export function jsonWriter(members: readonly Member[]): (values: readonly unknown[]) => WrittenJson {
  const starts = members.map(({ name, index }) => ({ index, isSecret: SECRET_FIELDS.has(name), ...startsOf(name) }));
  // Cells that come again share their value.
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

/** What stands before a value, by what stands before the member. The quotes of a text are part of it: each text that is joined takes time. */
type Starts = Readonly<Record<'nothing' | 'text' | 'other', Readonly<Record<'text' | 'other', string>>>>;

function startsOf(name: string): Starts {
  const startAfter = (end: string) => {
    const other = `${end}${JSON.stringify(name)}:`;
    return { text: `${other}"`, other };
  };
  return { nothing: startAfter('{'), text: startAfter('",'), other: startAfter(',') };
}

/** Texts that JSON writes as they are. */
const PLAIN = /^[ !#-[\]-~\u00a0-\ud7ff]*$/;
