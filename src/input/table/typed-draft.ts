/** Makes drafts of requests that the user typed, in flags or as answers to questions. */
import type { Draft, DraftSource } from '../../model/draft.ts';
import { formatPath, type Path } from '../../platform/problem.ts';

export interface TypedRequest {
  /** The origin in place of a file name: "command line", "answers". */
  readonly origin: string;
  readonly key: string | null;
  readonly request: unknown;
  /** Returns the flag with the value of a path, in place of a column. */
  readonly columnOf: (path: Path) => string | null;
  /** Set to 0 if the request has no line. */
  readonly line?: 0 | undefined;
}

/** Makes the draft of a typed request. `record` is its number among several. */
export function typedDraft({ origin, key, request, columnOf, line }: TypedRequest, record = 1): Draft {
  const place = { file: origin, line: line ?? record, record };
  return {
    key,
    request,
    rows: [{ ...place, lines: 1, content: { value: request } }],
    findings: [],
    problems: [],
    locate: (path) => ({ ...place, column: columnOf(path), field: path.length > 0 ? formatPath(path) : null }),
  };
}

/** Makes a source with the drafts of typed requests. */
export function typedSource(...typed: readonly TypedRequest[]): DraftSource {
  const drafts = typed.map((request, index) => typedDraft(request, index + 1));
  return { findings: [], layout: { format: 'records', isTyped: true }, drafts: listOf(drafts) };
}

/** Returns a list as an async iterable. */
async function* listOf<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
