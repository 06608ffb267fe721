/** Checks one draft: its form by the contract, what was found while it was made, and what is only worth a warning. */
import type { FormCheck } from '../contract/check.ts';
import type { Draft } from '../contract/draft.ts';
import { type Finding, isError } from '../contract/finding.ts';
import { formatPath, type Problem } from '../contract/problem.ts';
import { toFinding } from './findings.ts';
import { findLooseNames } from './loose-names.ts';

/** What a kind of request must be like. */
export type CheckForm<R> = (request: unknown) => FormCheck<R>;

export interface CheckedDraft<R> {
  readonly findings: readonly Finding[];
  /** The request, where nothing is wrong with it. */
  readonly request?: R;
}

/**
 * `known` holds rules that the file's header has broken for all its records already, so that a missing column is
 * one finding and not one for each row.
 */
export function checkDraft<R>(draft: Draft, checkForm: CheckForm<R>, known: ReadonlySet<string>): CheckedDraft<R> {
  if (draft.unusable) return { findings: draft.findings };
  const form = checkForm(draft.request);
  const loose = findLooseNames(draft.request);
  if (form.problems.length + draft.problems.length + draft.findings.length + loose.length === 0) {
    return 'value' in form ? { findings: NONE, request: form.value } : { findings: NONE };
  }
  const problems = [...draft.problems, ...withoutPaths(form.problems, draft.problems)];
  const errors = problems.filter(({ rule }) => !known.has(rule)).map((problem) => toFinding(draft, problem));
  const warnings = loose.map((problem) => toFinding(draft, problem, 'warning'));
  const findings = [...draft.findings, ...errors, ...warnings];
  const isValid = 'value' in form && draft.problems.length === 0 && !draft.findings.some(isError);
  return isValid ? { findings, request: form.value } : { findings };
}

const NONE: readonly Finding[] = [];

/** What was found while a value was read says more than what the check says of what was left of it. */
function withoutPaths(problems: readonly Problem[], found: readonly Problem[]): Problem[] {
  const paths = new Set(found.map(({ path }) => formatPath(path)));
  return problems.filter(({ path }) => !paths.has(formatPath(path)));
}
