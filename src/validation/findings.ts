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

/** In the order of the file; findings of one line stay in the order in which they were found. */
export function inFileOrder(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => (a.file === b.file ? a.line - b.line : 0));
}
