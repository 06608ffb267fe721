/** Checks across records: what must be different in each of them. */

import type { NumberWriter } from '../../base/bytes/number-writer.ts';
import { createCompactMap } from '../../base/compact-map.ts';
import { type Hash, hash64, TextHash } from '../../base/text-hash.ts';
import type { Draft } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import { describePlace, type Place, type RecordPlace, sameAs } from '../../model/place.ts';
import { type Path, problem } from '../../platform/problem.ts';
import { differsLittle } from './alike-ids.ts';
import { toFinding } from './findings.ts';

/** What a check across records looks at. */
export interface Compared extends Pick<Draft, 'key' | 'request'> {
  readonly locate: (path: Path) => { readonly line: number };
}

/** Gives the numbers that were noted, one after the other. */
export type Notes = () => number;

/** A check of a record against those before it, in two steps, so that records can be read side by side. */
export interface CrossCheck {
  /** Notes what is compared of a record. */
  readonly note: (record: Compared, notes: NumberWriter) => void;
  /** Compares what was noted with what was noted before; called for each record in its turn. */
  readonly compare: (notes: Notes, place: RecordPlace, draft: () => Draft) => Finding[];
  /** What shows only when all records are there. */
  readonly finish?: (() => readonly Finding[]) | undefined;
}

/** What no two records of the input may share. */
export interface Uniqueness {
  readonly rule: string;
  /** Where the value stands in the request. */
  readonly path: readonly string[];
  /** What is compared; null where the record has none. */
  readonly keyOf: (record: Compared) => string | null;
  readonly suggestion?: string | undefined;
  /** Adds a value to a hash that it shares with its other spellings, where there are any. */
  readonly hash?: ((hash: TextHash, key: string) => void) | undefined;
  /**
   * The rule of the warning about other spellings, for values that case and Unicode form tell apart although people do
   * not. Without it they are the same value.
   */
  readonly alike?: string | undefined;
}

/** Remembers each value's first place; a record that repeats one gets a finding, and a look-alike a warning. */
export function createRepeatCheck({ rule, path, keyOf, suggestion, hash: addTo, alike }: Uniqueness): CrossCheck {
  const first = createCompactMap(alike === undefined ? 2 : 3);
  const files = createFiles();
  const hash = new TextHash();
  const note: CrossCheck['note'] = (record, notes) => {
    const key = keyOf(record);
    if (key === null) {
      for (const word of [...NO_KEY, 0]) notes.push(word);
      return;
    }
    hash.start();
    if (addTo === undefined) hash.add(key);
    else addTo(hash, key);
    notes
      .push(hash.high)
      .push(hash.low)
      .push(alike === undefined ? 0 : hash.start().add(key).low);
  };
  const compare: CrossCheck['compare'] = (notes, place, draft) => {
    const [folded, digest]: readonly [Hash, number] = [[notes(), notes()], notes()];
    if (folded[1] === NO_KEY[1]) return NONE;
    const count = files.enter(place);
    const known = first.add(folded, place.line, count, digest);
    if (known === undefined) return NONE;
    const whole = draft();
    // A look-alike with another spelling is kept separately.
    const own = () => hash64(APART + keyOf(whole));
    const same = alike === undefined || known[2] === digest ? known : first.get(own());
    const other = files.describe(same ?? known, place);
    const field = String(path.at(-1));
    if (same !== undefined) {
      const message = `${field} ${sameAs(other)}`;
      return [toFinding(whole, problem({ rule, path, message, ...(suggestion && { suggestion }) }))];
    }
    first.set(own(), place.line, count, digest);
    const message = differsLittle(field, other);
    return [toFinding(whole, problem({ rule: alike ?? rule, path, message }), 'warning')];
  };
  return { note, compare };
}

const NONE: never[] = [];

/** The second word of a hash is never 0. */
const NO_KEY: Hash = [0, 0];

/** No folded id begins so. */
const APART = '\u0000';

/** Tells the file of a record by one number: its own, and those of all records in the files before. */
function createFiles() {
  const files: { readonly name: string; readonly before: number }[] = [];
  let records = 0;
  return {
    enter: ({ file, record }: RecordPlace): number => {
      const current = files.at(-1);
      const before = current?.name === file ? current.before : records;
      if (current?.name !== file) files.push({ name: file, before });
      records = Math.max(records, before + record);
      return before + record;
    },
    describe: ([line, count]: readonly [number, number, number], own: Place): string => {
      const { name: file, before } = files.findLast((known) => known.before < count) ?? { name: own.file, before: 0 };
      return describePlace({ file, line }, own, `record ${count - before}`);
    },
  };
}
