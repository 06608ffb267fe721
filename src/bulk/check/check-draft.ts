/** Checks one draft: its form, the problems that were found while it was read, and texts that need a warning. */

import type { Draft } from '../../model/draft.ts';
import { type Finding, isError } from '../../model/finding.ts';
import type { FormCheck } from '../../platform/fields/check.ts';
import type { Resource } from '../../platform/fields/field.ts';
import { findTextWarnings } from '../../platform/fields/text-warnings.ts';
import { formatPath, type Problem } from '../../platform/problem.ts';
import { toFinding } from './findings.ts';

/** The form that a kind of request must have. */
type CheckForm<R> = (request: unknown) => FormCheck<R>;

/** The checks of one draft. */
export interface DraftChecks<R> {
  readonly checkForm: CheckForm<R>;
  /** Defines the fields whose texts are searched for damage. */
  readonly resource: Resource;
  /** Finds problems between values of one record, such as two candidates with ids that look alike. */
  readonly checkWithin?: ((draft: Draft) => readonly Finding[]) | undefined;
}

export interface CheckedDraft<R> {
  readonly findings: readonly Finding[];
  /** The request; absent if it has an error. */
  readonly request?: R | undefined;
}

/**
 * `known` has the rules that the header of the file breaks for all records. They are reported once for the header, and not
 * for each row.
 */
export function checkDraft<R>(
  draft: Draft,
  { checkForm, resource, checkWithin }: DraftChecks<R>,
  known: readonly string[] = NONE,
): CheckedDraft<R> {
  if (draft.unusable) return { findings: draft.findings };
  if (draft.isChecked) return { findings: NONE, request: draft.request as R };
  const form = checkForm(draft.request);
  const fixes = draft.fixes ?? NONE;
  const warned = [...(draft.warnings ?? NONE), ...(draft.isClean ? NONE : findTextWarnings(resource, draft.request))];
  const within = checkWithin?.(draft) ?? NONE;
  const all = [form.problems, draft.problems, draft.findings, warned, fixes, within];
  if (all.every(({ length }) => length === 0)) {
    return 'value' in form ? { findings: NONE, request: form.value } : { findings: NONE };
  }
  const problems = [...draft.problems, ...withoutPaths(form.problems, draft.problems)];
  const errors = problems.filter(({ rule }) => !known.includes(rule)).map((problem) => toFinding(draft, problem));
  const warnings = withoutPaths(warned, problems).map((problem) => toFinding(draft, problem, 'warning'));
  const notes = withoutPaths(fixes, problems).map((problem) => toFinding(draft, problem, 'note'));
  const others = within.filter(({ rule }) => !known.includes(rule));
  const findings = [...draft.findings, ...errors, ...notes, ...warnings, ...others];
  const isValid = 'value' in form && draft.problems.length === 0 && !draft.findings.some(isError);
  return isValid ? { findings, request: form.value } : { findings };
}

const NONE: readonly never[] = [];

/**
 * Leaves out the first problem of each path that `found` has: a problem found while a value is read says more than one found
 * in the rest of the value. Further problems of the same path are about the value and other fields, so they stay.
 */
function withoutPaths(problems: readonly Problem[], found: readonly Problem[]): Problem[] {
  const paths = new Set(found.map(({ path }) => formatPath(path)));
  return problems.filter(({ path }) => !paths.delete(formatPath(path)));
}
