/** Checks one draft: its form by the contract, what was found while it was made, and what is only worth a warning. */

import type { Draft } from '../../model/draft.ts';
import { type Finding, isError } from '../../model/finding.ts';
import type { FormCheck } from '../../platform/fields/check.ts';
import type { Resource } from '../../platform/fields/field.ts';
import { formatPath, type Problem } from '../../platform/problem.ts';
import { toFinding } from './findings.ts';
import { findTextWarnings } from './text-warnings.ts';

/** The form that a kind of request must have. */
type CheckForm<R> = (request: unknown) => FormCheck<R>;

/** What a check needs to know. */
export interface DraftChecks<R> {
  readonly checkForm: CheckForm<R>;
  /** Whose texts are looked through. */
  readonly resource: Resource;
  /** What entries of one record must not share. */
  readonly checkWithin?: ((draft: Draft) => readonly Finding[]) | undefined;
}

export interface CheckedDraft<R> {
  readonly findings: readonly Finding[];
  /** The request, where nothing is wrong with it. */
  readonly request?: R | undefined;
}

/**
 * `known` holds rules that the file's header has broken for all its records already, so that a missing column is
 * one finding and not one for each row.
 */
export function checkDraft<R>(
  draft: Draft,
  { checkForm, resource, checkWithin }: DraftChecks<R>,
  known: ReadonlySet<string>,
): CheckedDraft<R> {
  if (draft.unusable) return { findings: draft.findings };
  const form = checkForm(draft.request);
  const fixes = draft.fixes ?? NONE;
  const odd = [...(draft.warnings ?? NONE), ...findTextWarnings(resource, draft.request)];
  const within = checkWithin?.(draft) ?? NONE;
  if (
    form.problems.length + draft.problems.length + draft.findings.length + odd.length + fixes.length + within.length ===
    0
  ) {
    return 'value' in form ? { findings: NONE, request: form.value } : { findings: NONE };
  }
  const problems = [...draft.problems, ...withoutPaths(form.problems, draft.problems)];
  const errors = problems.filter(({ rule }) => !known.has(rule)).map((problem) => toFinding(draft, problem));
  const warnings = withoutPaths(odd, problems).map((problem) => toFinding(draft, problem, 'warning'));
  const notes = withoutPaths(fixes, problems).map((problem) => toFinding(draft, problem, 'note'));
  const others = within.filter(({ rule }) => !known.has(rule));
  const findings = [...draft.findings, ...errors, ...notes, ...warnings, ...others];
  const isValid = 'value' in form && draft.problems.length === 0 && !draft.findings.some(isError);
  return isValid ? { findings, request: form.value } : { findings };
}

const NONE: readonly never[] = [];

/**
 * What was found while a value was read says more than what the check says of what was left of it. That is one problem
 * and the first of its path: those that follow are about the value and other fields.
 */
function withoutPaths(problems: readonly Problem[], found: readonly Problem[]): Problem[] {
  const paths = new Set(found.map(({ path }) => formatPath(path)));
  return problems.filter(({ path }) => !paths.delete(formatPath(path)));
}
