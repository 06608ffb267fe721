/** Checks across records: what must be different in each of them. */
import type { Draft } from '../contract/draft.ts';
import type { Finding } from '../contract/finding.ts';
import { problem } from '../contract/problem.ts';
import { createCompactMap } from './compact-map.ts';
import { lineIn, sameAs, toFinding } from './findings.ts';

/** What no two records of the input may share. */
export interface Uniqueness {
  readonly rule: string;
  /** Where the value stands in the request. */
  readonly path: readonly string[];
  /** What is compared; null where the record has none. */
  readonly keyOf: (draft: Draft) => string | null;
  readonly suggestion?: string;
}

export type RepeatCheck = (draft: Draft) => Finding[];

/** Remembers each value's first place; a record that repeats one gets a finding. */
export function createRepeatCheck({ rule, path, keyOf, suggestion }: Uniqueness): RepeatCheck {
  const first = createCompactMap();
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
    const known = first.get(key);
    if (known === undefined) {
      first.set(key, line, before + record);
      return [];
    }
    const message = `${path.at(-1)} ${sameAs(placeIn(files, known, { file, line }))}`;
    return [toFinding(draft, problem({ rule, path, message, ...(suggestion && { suggestion }) }))];
  };
}

/** A file, and how many records were read before it: so one number tells a record's file as well. */
interface InputFile {
  readonly name: string;
  readonly before: number;
}

function placeIn(
  files: readonly InputFile[],
  [line, count]: readonly [number, number],
  own: { readonly file: string; readonly line: number },
): string {
  const { name, before } = files.findLast((file) => file.before < count) ?? { name: own.file, before: 0 };
  return name === own.file && line === own.line ? `record ${count - before}` : lineIn({ file: name, line }, own.file);
}
