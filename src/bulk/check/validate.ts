/** Checks all drafts of an input, one after the other. Collects all findings of all records. */

import type { Draft, DraftSource, SourceLayout } from '../../model/draft.ts';
import { type Finding, isError } from '../../model/finding.ts';
import type { CrossCheck } from './across-records.ts';
import { boundFindings } from './bounded-findings.ts';
import { checkDraft, type DraftChecks } from './check-draft.ts';
import { inFileOrder } from './findings.ts';
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
      const found = inColumnOrder(across.length === 0 ? own : [...own, ...across], layout);
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
