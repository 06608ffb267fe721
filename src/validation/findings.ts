/** Makes findings of problems: a problem knows its path in the request, a draft where that stands in the file. */
import type { Draft } from '../contract/draft.ts';
import type { ApiError } from '../contract/envelope.ts';
import type { Finding, Severity } from '../contract/finding.ts';
import { parsePath, type Problem } from '../contract/problem.ts';

export function toFinding(draft: Draft, problem: Problem, severity: Severity = 'error'): Finding {
  const { rule, code, message, suggestion } = problem;
  return {
    severity,
    ...draft.locate(problem.path),
    key: draft.key,
    code,
    rule,
    message,
    suggestion: suggestion ?? null,
  };
}

/** What a target says about a record that it refused, at the place in the file that it is about. */
export function answerFinding(draft: Draft, { Code, Error: message, Field, Rule }: ApiError): Finding {
  return {
    severity: 'error',
    ...draft.locate(Field === undefined ? [] : parsePath(Field)),
    key: draft.key,
    code: Code,
    rule: Rule ?? 'target.refused',
    message,
    suggestion: null,
  };
}

export function isError({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'error';
}

/**
 * File by file, in the order in which they first come, and within a file by line; what is of one line stays in the
 * order in which it was found.
 */
export function inFileOrder<T>(items: readonly T[], placeOf: (item: T) => Pick<Finding, 'file' | 'line'>): T[] {
  const files = new Map<string, number>();
  for (const { file } of items.map(placeOf)) if (!files.has(file)) files.set(file, files.size);
  const rank = (item: T) => files.get(placeOf(item).file) ?? 0;
  return items.toSorted((a, b) => rank(a) - rank(b) || placeOf(a).line - placeOf(b).line);
}
