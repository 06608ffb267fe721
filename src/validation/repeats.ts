/** Checks across records: what must be different in each of them. */
import type { Draft } from '../contract/draft.ts';
import type { Finding } from '../contract/finding.ts';
import { type Path, problem } from '../contract/problem.ts';
import { createCompactMap } from './compact-map.ts';
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

/** Remembers each value's first place; a record that repeats one gets a finding. */
export function createRepeatCheck({ rule, path, keyOf, message }: Uniqueness): RepeatCheck {
  const first = createCompactMap();
  const files: string[] = [];
  return (draft) => {
    const key = keyOf(draft);
    if (key === null) return [];
    const { file, line } = draft.rows[0];
    if (files.at(-1) !== file) files.push(file);
    const known = first.get(key);
    if (known === undefined) {
      first.set(key, line, files.length - 1);
      return [];
    }
    const [firstLine, fileIndex] = known;
    const place = files[fileIndex] === file ? `line ${firstLine}` : `${files[fileIndex]}:${firstLine}`;
    return [toFinding(draft, problem({ rule, path, message: message(place) }))];
  };
}
