/** Checks across records: what must be different in each of them. */
import type { Draft } from '../model/draft.ts';
import type { Finding } from '../model/finding.ts';
import { problem } from '../../platform/problem.ts';
import { differsLittle } from './alike-ids.ts';
import { createCompactMap, hash64 } from '../../base/compact-map.ts';
import { toFinding } from './findings.ts';
import { describePlace, type Place, sameAs } from '../model/place.ts';

/** What no two records of the input may share. */
export interface Uniqueness {
  readonly rule: string;
  /** Where the value stands in the request. */
  readonly path: readonly string[];
  /** What is compared; null where the record has none. */
  readonly keyOf: (draft: Draft) => string | null;
  readonly suggestion?: string | undefined;
  /**
   * For values that case and Unicode form tell apart, although people do not: what such look-alikes share, and the rule
   * of the warning about them.
   */
  readonly alike?: { readonly rule: string; readonly fold: (key: string) => string } | undefined;
}

export type RepeatCheck = (draft: Draft) => Finding[];

/** Remembers each value's first place; a record that repeats one gets a finding, and a look-alike a warning. */
export function createRepeatCheck({ rule, path, keyOf, suggestion, alike }: Uniqueness): RepeatCheck {
  const first = createCompactMap(alike === undefined ? 2 : 3);
  const files: InputFile[] = [];
  let records = 0;
  return (draft) => {
    const key = keyOf(draft);
    if (key === null) return [];
    const { file, line, record } = draft.rows[0];
    const current = files.at(-1);
    const before = current?.name === file ? current.before : records;
    if (current?.name !== file) files.push({ name: file, before });
    records = Math.max(records, before + record);
    const digest = alike === undefined ? 0 : hash64(key)[1];
    const remember = (text: string) => first.set(text, line, before + record, digest);
    const folded = alike?.fold(key) ?? key;
    const known = first.get(folded);
    if (known === undefined) {
      remember(folded);
      return [];
    }
    // A look-alike with another spelling is kept separately.
    const same = known[2] === digest ? known : first.get(APART + key);
    const place = placeIn(files, same ?? known, { file, line });
    const field = String(path.at(-1));
    if (same !== undefined) {
      const message = `${field} ${sameAs(place)}`;
      return [toFinding(draft, problem({ rule, path, message, ...(suggestion && { suggestion }) }))];
    }
    remember(APART + key);
    const message = differsLittle(field, place);
    return [toFinding(draft, problem({ rule: alike?.rule ?? rule, path, message }), 'warning')];
  };
}

/** No folded id begins so. */
const APART = '\u0000';

/** A file, and how many records were read before it: so one number tells a record's file as well. */
interface InputFile {
  readonly name: string;
  readonly before: number;
}

function placeIn(files: readonly InputFile[], [line, count]: readonly [number, number, number], own: Place): string {
  const { name: file, before } = files.findLast(({ before }) => before < count) ?? { name: own.file, before: 0 };
  return describePlace({ file, line }, own, `record ${count - before}`);
}
