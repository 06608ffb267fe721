/** A request that was typed instead of read from a file: by flags, or as answers to questions. */
import type { Draft, DraftSource } from '../../bulk/model/draft.ts';
import { formatPath, type Path } from '../../platform/problem.ts';

export interface TypedRequest {
  /** Used in place of a file name: "command line", "answers". */
  readonly origin: string;
  readonly key: string | null;
  /** Its number among several; absent for the first. */
  readonly record?: number | undefined;
  readonly request: unknown;
  /** Used in place of a column: the flag that gave a path's value. */
  readonly columnOf: (path: Path) => string | null;
}

export function typedDraft({ origin, key, record = 1, request, columnOf }: TypedRequest): Draft {
  const place = { file: origin, line: record, record };
  return {
    key,
    request,
    rows: [{ ...place, lines: 1, content: { value: request } }],
    findings: [],
    problems: [],
    locate: (path) => ({ ...place, column: columnOf(path), field: path.length > 0 ? formatPath(path) : null }),
  };
}

/** The same as the only draft of a source. */
export function typedSource(typed: TypedRequest): DraftSource {
  return { findings: [], layout: { format: 'json', isTyped: true }, drafts: listOf([typedDraft(typed)]) };
}

/** Several of them. */
export async function* listOf<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
