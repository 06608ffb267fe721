/** Checks across records: what must be different in each of them. */
import type { Draft } from '../contract/draft.ts';
import type { Finding } from '../contract/finding.ts';
import { type Path, problem } from '../contract/problem.ts';
import { toFinding } from './findings.ts';

/** What no two records of the input may share. */
export interface Uniqueness {
  readonly rule: string;
  /** Where the value stands in the request. */
  readonly path: Path;
  /** What is compared; null where the record has none. */
  readonly keyOf: (draft: Draft) => string | null;
  readonly message: (firstPlace: string) => string;
}

export type RepeatCheck = (draft: Draft) => Finding[];

/** Remembers each value's first place; a record that repeats one gets a finding. Holds one key and line a record. */
export function createRepeatCheck({ rule, path, keyOf, message }: Uniqueness): RepeatCheck {
  // In most runs there is one file: then a line number, which costs no memory of its own, says it all.
  const first = new Map<string, string | number>();
  let firstFile: string | undefined;
  return (draft) => {
    const key = keyOf(draft);
    if (key === null) return [];
    const { file, line } = draft.rows[0];
    firstFile ??= file;
    const known = first.get(key);
    if (known === undefined) {
      first.set(key, file === firstFile ? line : `${file}:${line}`);
      return [];
    }
    const place = typeof known === 'string' ? known : `line ${known}${file === firstFile ? '' : ` of ${firstFile}`}`;
    return [toFinding(draft, problem({ rule, path, message: message(place) }))];
  };
}
