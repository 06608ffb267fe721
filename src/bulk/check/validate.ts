/** Checks all drafts of an input: every finding of every record, nothing stops at the first. Streams. */
import type { Draft, DraftSource, SourceLayout } from '../model/draft.ts';
import { type Finding, isError } from '../model/finding.ts';
import { boundFindings } from './bounded-findings.ts';
import { checkDraft, type DraftChecks } from './check-draft.ts';
import { inFileOrder } from './findings.ts';
import type { RepeatCheck } from './repeats.ts';

/** What is checked of a kind of record: the form of one, and what several must not share. */
export interface KindChecks<R> extends DraftChecks<R> {
  /** Made anew for each input, since they remember. */
  readonly createRepeatChecks: () => RepeatCheck[];
}

/** A draft after all checks. */
export interface ValidatedDraft<R> {
  readonly draft: Draft;
  readonly findings: readonly Finding[];
  /** How many more there are than those. */
  readonly leftOut: number;
  /** The request, where no error was found. */
  readonly request?: R | undefined;
}

/** Checks several files as one input: what must be unique is so across them. */
export async function* validateDrafts<R>(
  sources: readonly DraftSource[],
  checks: KindChecks<R>,
): AsyncGenerator<ValidatedDraft<R>> {
  const repeatChecks = checks.createRepeatChecks();
  for (const source of sources) {
    const known = new Set(source.missing);
    for await (const draft of source.drafts) {
      const checked = checkDraft(draft, checks, known);
      const repeats = draft.unusable ? [] : repeatChecks.flatMap((check) => check(draft));
      const findings = inColumnOrder([...checked.findings, ...repeats], source.layout);
      const isValid = checked.request !== undefined && !findings.some(isError);
      yield { draft, ...boundFindings(findings), ...(isValid ? { request: checked.request as R } : {}) };
    }
  }
}

/** By line, and on a line as one reads it: what is about the whole row first, then from left to right. */
function inColumnOrder(findings: readonly Finding[], layout: SourceLayout): readonly Finding[] {
  if (findings.length < 2 || layout.format === 'json') return findings;
  const position = ({ column }: Finding) => (column === null ? -1 : layout.header.indexOf(column));
  return inFileOrder(
    findings.toSorted((a, b) => position(a) - position(b)),
    (finding) => finding,
  );
}
