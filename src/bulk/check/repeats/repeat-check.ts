/** The check that no two records of an input share a value. */

import { textOrNull } from '../../../base/json-value.ts';
import { ownValue } from '../../../base/own-value.ts';
import type { Draft } from '../../../model/draft.ts';
import { describePlace, type RecordPlace, sameAs } from '../../../model/place.ts';
import { kebabCase } from '../../../platform/fields/field.ts';
import { type Problem, problem } from '../../../platform/problem.ts';
import { toFinding } from '../findings.ts';
import type { CrossCheck } from '../validate.ts';
import { alikeRule, differsLittle, foldId } from './alike-ids.ts';

/** A value that no two records of the input may share. */
export interface Uniqueness {
  readonly rule: string;
  /** The path of the value in the request. */
  readonly path: readonly string[];
  /** Returns the value; null for a record without one. */
  readonly keyOf: (record: Draft) => string | null;
  /** The words of a warning about a repeated value. Absent if it is an error. */
  readonly warning?: ((other: string) => RepeatWords) | undefined;
  /** Groups the records that may share the value without a warning: those for which it returns the same text. */
  readonly sharersOf?: ((record: Draft) => string) | undefined;
  /** What to do about an error, if it is not to delete one of the two. */
  readonly remedy?: string | undefined;
  /** Returns the same text for all spellings of a value. Absent if a value has one spelling. */
  readonly fold?: ((key: string) => string) | undefined;
  /** The rule of the warning about another spelling, if it is another value for the platform. If absent: the same value. */
  readonly alike?: string | undefined;
}

type RepeatWords = Pick<Problem, 'message' | 'suggestion'>;

/** The first record with a value. */
interface First {
  readonly key: string;
  readonly place: RecordPlace;
  readonly group: string | undefined;
}

/** Remembers the first place of each value. A repeated value is an error; a look-alike gets a warning. */
export function createRepeatCheck(uniqueness: Uniqueness): CrossCheck {
  const { rule, path, keyOf, sharersOf, warning, remedy, fold, alike } = uniqueness;
  const firsts = new Map<string, First>();
  /** The first place of each further spelling. */
  const spellings = new Map<string, RecordPlace>();
  return {
    see: (draft, place) => {
      const key = keyOf(draft);
      if (key === null) return NONE;
      const folded = fold?.(key) ?? key;
      const own = { key, place, group: sharersOf?.(draft) };
      const first = firsts.get(folded);
      if (first === undefined) {
        firsts.set(folded, own);
        return NONE;
      }
      if (warning !== undefined && first.group === own.group) return NONE;
      const same = alike === undefined || first.key === key ? first.place : spellings.get(key);
      const other = describe(same ?? first.place, place);
      const field = String(path.at(-1));
      if (same === undefined) {
        spellings.set(key, place);
        const found = problem({ rule: alike ?? rule, path, message: differsLittle(field, other) });
        return [toFinding(draft, found, 'warning')];
      }
      // The next one is compared with this one, so that of several that may share the value only one gets a warning.
      if (warning !== undefined) firsts.set(folded, own);
      const words = warning?.(other) ?? { ...repeatWords(field, other), ...(remedy && { suggestion: remedy }) };
      return [toFinding(draft, problem({ rule, path, ...words }), warning === undefined ? 'error' : 'warning')];
    },
  };
}

function describe({ file, line, record }: RecordPlace, own: RecordPlace): string {
  return describePlace({ file, line }, own, `record ${record}`);
}

function repeatWords(field: string, other: string): RepeatWords {
  const own = `${/^[AEIO]/.test(field) ? 'an' : 'a'} ${field} of its own`;
  return { message: `${field} ${sameAs(other)}`, suggestion: `delete ${other} or this one, or give each ${own}` };
}

const NONE: readonly never[] = [];

/** A GUID in upper case is the same as in lower case. */
const GUID_FIELD = 'SynchronizationKey';

export function uniqueField(resource: string, name: string): Uniqueness {
  const isGuid = name === GUID_FIELD;
  return {
    rule: `${resource}.${kebabCase(name)}.repeated`,
    path: [name],
    keyOf: ({ request }) => textOrNull(ownValue(request, name)),
    fold: isGuid ? (key) => key.toLowerCase() : foldId,
    alike: isGuid ? undefined : alikeRule({ name: resource }, name),
  };
}
