/**
 * Checks drafts, one after the other: their form, the problems that were found while they were read, texts that need a
 * warning, and what they have in common with earlier ones. Collects all findings.
 */

import type { Draft, DraftSource, SourceLayout } from '../../model/draft.ts';
import { type Finding, isError } from '../../model/finding.ts';
import type { RecordPlace } from '../../model/place.ts';
import type { FormCheck } from '../../platform/fields/check.ts';
import type { Resource } from '../../platform/fields/field.ts';
import { findTextWarnings } from '../../platform/fields/text-warnings.ts';
import { formatPath, type Problem } from '../../platform/problem.ts';
import { boundFindings } from './bounded-findings.ts';
import { inFileOrder, toFinding } from './findings.ts';
import type { Judge } from './strictness.ts';

/** The checks of a kind of record: the form of one record, and the checks across records. */
export interface KindChecks<R> extends DraftChecks<R> {
  /** Creates the checks across records. Each input needs new ones, since they remember records. */
  readonly createCrossChecks: (now?: () => number) => CrossCheck[];
  /** Replaces the clock of the system. */
  readonly now?: (() => number) | undefined;
  /** Changes the severity of findings. */
  readonly judge?: Judge | undefined;
}

/** A draft after all checks. It is valid if no finding is an error. */
export type ValidatedDraft<R> = {
  readonly draft: Draft;
  readonly findings: readonly Finding[];
  /** The number of findings that are not in the list. */
  readonly leftOut: number;
} & ({ readonly isValid: true; readonly request: R } | { readonly isValid: false; readonly request?: never });

/** Checks drafts of one input, which may have several files. */
export interface Validation<R> {
  readonly check: (source: Pick<DraftSource, 'layout' | 'missing'>, draft: Draft) => ValidatedDraft<R>;
  /** Returns the findings that only all records together show. */
  readonly finish: () => readonly Finding[];
}

export function createValidation<R>(checks: KindChecks<R>): Validation<R> {
  const crossChecks = checks.createCrossChecks(checks.now);
  const { judge } = checks;
  return {
    check: ({ layout, missing }, draft) => {
      const { findings: own, request } = checkDraft(draft, checks, missing);
      const across = draft.unusable ? NONE : compare(crossChecks, draft);
      if (own.length + across.length === 0 && request !== undefined) return { draft, request, ...NO_FINDINGS };
      const found = inColumnOrder([...own, ...across], layout);
      const findings = judge === undefined ? found : found.map(judge);
      const isValid = request !== undefined && !findings.some(isError);
      const result = { draft, ...boundFindings(findings) };
      return isValid ? { ...result, isValid, request } : { ...result, isValid };
    },
    finish: () => crossChecks.flatMap(({ finish }) => finish?.() ?? NONE),
  };
}

/** Checks several files as one input: the checks across records compare the records of all files. */
export async function* validateDrafts<R>(
  sources: readonly DraftSource[],
  checks: KindChecks<R>,
): AsyncGenerator<ValidatedDraft<R>> {
  const { check } = createValidation(checks);
  for (const source of sources) for await (const draft of source.drafts) yield check(source, draft);
}

const NONE: readonly never[] = [];
const NO_FINDINGS = { findings: NONE, leftOut: 0, isValid: true } as const;

function compare(crossChecks: readonly CrossCheck[], draft: Draft): readonly Finding[] {
  const [{ file, line, record, sheet }] = draft.rows;
  const place = { file, line, record, sheet };
  return crossChecks.flatMap(({ see }) => see(draft, place));
}

/** Sorts findings by line. Within a line: findings about the whole row first, then by column from left to right. */
function inColumnOrder(findings: readonly Finding[], layout: SourceLayout): readonly Finding[] {
  if (findings.length < 2 || layout.format === 'records') return findings;
  const position = ({ column }: Finding) => (column === null ? -1 : layout.header.indexOf(column));
  return inFileOrder(
    findings.toSorted((a, b) => position(a) - position(b)),
    (finding) => finding,
  );
}

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

/**
 * Leaves out the first problem of each path that `found` has: a problem found while a value is read says more than one found
 * in the rest of the value. Further problems of the same path are about the value and other fields, so they stay.
 */
function withoutPaths(problems: readonly Problem[], found: readonly Problem[]): Problem[] {
  const paths = new Set(found.map(({ path }) => formatPath(path)));
  return problems.filter(({ path }) => !paths.delete(formatPath(path)));
}

/** Compares each record with earlier ones. */
export interface CrossCheck {
  /** Called for each record, in the order of the input. Returns findings about it. `place` may be kept, `record` may not. */
  readonly see: (record: Draft, place: RecordPlace) => readonly Finding[];
  /** Called after the last record. Returns findings that only all records together show. */
  readonly finish?: (() => readonly Finding[]) | undefined;
}
