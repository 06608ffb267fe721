import { createValidation, type KindChecks } from '../../../../src/bulk/check/validate.ts';
import type { Draft, DraftSource } from '../../../../src/model/draft.ts';
import type { Finding } from '../../../../src/model/finding.ts';
import { formatPath, type Path, problem } from '../../../../src/platform/problem.ts';

/** A draft of the nth record of a file, a record on each line after the header. */
export function draftOf(request: unknown, record = 1, more: Partial<Draft> = {}): Draft {
  const line = record + 1;
  const file = 'people.csv';
  return {
    key: null,
    request,
    rows: [{ file, line, record, lines: 1, content: { value: request } }],
    findings: [],
    problems: [],
    locate: (path) => ({ file, line, record, column: null, field: formatPath(path) }),
    ...more,
  };
}

export function sourceOf(requests: readonly unknown[], findings: readonly Finding[] = []): DraftSource {
  return {
    findings,
    layout: { format: 'records' },
    drafts: (async function* () {
      for (const [index, request] of requests.entries()) yield draftOf(request, index + 1);
    })(),
  };
}

/** Returns all findings about the records of a file. */
export async function findingsIn(checks: KindChecks<unknown>, requests: readonly unknown[]): Promise<Finding[]> {
  const { check, finish } = createValidation(checks);
  const source = sourceOf(requests);
  const found: Finding[] = [];
  for await (const draft of source.drafts) found.push(...check(source, draft).findings);
  return [...found, ...finish()];
}

/** A problem that was found at a path while a draft was created. */
export function foundAt(path: Path, rule: string) {
  return problem({ path, rule, message: 'was found before' });
}
