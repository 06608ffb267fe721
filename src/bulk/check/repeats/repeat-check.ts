/** The check that no two records of an input share a value. */

import { createCompactMap } from '../../../base/compact-map.ts';
import { type Hash, hash64, TextHash } from '../../../base/text-hash.ts';
import { describePlace, type Place, type RecordPlace, sameAs } from '../../../model/place.ts';
import { type Problem, problem } from '../../../platform/problem.ts';
import type { Compared, CrossCheck } from '../across-records.ts';
import { toFinding } from '../findings.ts';
import { differsLittle } from './alike-ids.ts';

/** A value that no two records of the input may share. */
export interface Uniqueness {
  readonly rule: string;
  /** The path of the value in the request. */
  readonly path: readonly string[];
  /** Returns the value; null for a record without one. */
  readonly keyOf: (record: Compared) => string | null;
  /** The words of a warning about a repeated value. Absent if it is an error. */
  readonly warning?: ((other: string) => RepeatWords) | undefined;
  /** Groups the records that may share the value without a warning: those for which it returns the same text. */
  readonly sharersOf?: ((record: Compared) => string) | undefined;
  /** What to do about an error, if it is not to delete one of the two. */
  readonly remedy?: string | undefined;
  /** Adds a value to a hash that is the same for all its spellings. Absent if a value has one spelling. */
  readonly hash?: ((hash: TextHash, key: string) => void) | undefined;
  /** The rule of the warning about another spelling, if it is another value for the platform. If absent: the same value. */
  readonly alike?: string | undefined;
}

type RepeatWords = Pick<Problem, 'message' | 'suggestion'>;

/** Remembers the first place of each value. A repeated value is an error; a look-alike gets a warning. */
export function createRepeatCheck(uniqueness: Uniqueness): CrossCheck {
  const { rule, path, keyOf, sharersOf, warning, remedy, hash: addTo, alike } = uniqueness;
  const isExact = alike === undefined && warning === undefined;
  const first = createCompactMap(isExact ? 2 : 3);
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
      .push(isExact ? 0 : hash.start().add(sharersOf?.(record) ?? key).low);
  };
  const compare: CrossCheck['compare'] = (notes, place, draft) => {
    const [folded, digest]: readonly [Hash, number] = [[notes(), notes()], notes()];
    if (folded[1] === NO_KEY[1]) return NONE;
    const count = files.enter(place);
    const known = first.add(folded, place.line, count, digest);
    if (known === undefined || (warning !== undefined && known[2] === digest)) return NONE;
    const current = draft();
    // The first place of each further spelling has an entry of its own.
    const own = () => hash64(SPELLING_MARK + keyOf(current));
    const same = alike === undefined || known[2] === digest ? known : first.get(own());
    const other = files.describe(same ?? known, place);
    const field = String(path.at(-1));
    if (same !== undefined) {
      // The next one is compared with this one, so that of several that may share the value only one gets a warning.
      if (warning !== undefined) first.set(folded, place.line, count, digest);
      const words = warning?.(other) ?? { ...repeatWords(field, other), ...(remedy && { suggestion: remedy }) };
      return [toFinding(current, problem({ rule, path, ...words }), warning === undefined ? 'error' : 'warning')];
    }
    first.set(own(), place.line, count, digest);
    const message = differsLittle(field, other);
    return [toFinding(current, problem({ rule: alike ?? rule, path, message }), 'warning')];
  };
  const finish = () => {
    first.end();
    return NONE;
  };
  return { note, compare, expect: (records) => first.reserve(records), finish };
}

function repeatWords(field: string, other: string): RepeatWords {
  const own = `${/^[AEIO]/.test(field) ? 'an' : 'a'} ${field} of its own`;
  return { message: `${field} ${sameAs(other)}`, suggestion: `delete one of the two, or give each ${own}` };
}

const NONE: never[] = [];

/** The second word of a hash is never 0. */
const NO_KEY: Hash = [0, 0];

/** No folded id begins with this character. */
const SPELLING_MARK = '\u0000';

/** Stores the file of a record as one number: the number of the record, plus the number of records in earlier files. */
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
