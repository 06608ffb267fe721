/**
 * The lists that a report shows: findings, results, and the rows that go back. For a million records they would not fit
 * into memory, so only the first entries are held.
 */
import type { Draft, RejectedRow } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { RecordResult } from '../../model/report.ts';
import { answerFinding, earlierAttemptFinding } from '../check/findings.ts';
import { createReturnedRows } from './rejected-rows.ts';

export interface ShownListsOptions {
  /** Whether the rows that go back are needed; true by default. */
  readonly keepsRejects?: boolean | undefined;
  /** Whether the rows of findings about accepted records are needed; false by default. */
  readonly keepsAccepted?: boolean | undefined;
  /** The number of results to hold, besides those that must be shown. */
  readonly resultsMax?: number | undefined;
  /** The number of findings to hold, of each severity about records, of each about the list, and of results. */
  readonly findingsMax?: number | undefined;
}

/** The parts of a result that decide whether it is held. */
type ResultToHold = Pick<RecordResult, 'outcome' | 'errors' | 'said'>;

/** The findings of a result, and the rows that go back because of it. */
export interface ResultDetails {
  readonly findings: readonly Finding[];
  /** Its rows, if they go back. */
  readonly rows: readonly RejectedRow[];
}

/** A result takes some hundred bytes, so a million of them would take too much memory. */
const MAX_RESULTS = 20_000;

/** The same for a run whose report file should have every record. */
export const MAX_REPORTED_RESULTS = 200_000;

/** The limit for each list of findings, and for results that must be shown. */
const MAX_FINDINGS = 200_000;

export function createShownLists(options: ShownListsOptions) {
  const { keepsRejects = true, keepsAccepted = false, resultsMax = MAX_RESULTS, findingsMax = MAX_FINDINGS } = options;
  const findings = createHeldFindings(findingsMax);
  const held = createHeldResults(resultsMax, findingsMax);
  const { rowsOf, rejects, ...rows } = createReturnedRows(keepsRejects, keepsAccepted ? findingsMax : 0);
  return {
    /** Findings of the input and the plan, then findings of the results. */
    findings: (): readonly Finding[] => [...findings.list, ...held.findings()],
    findingsLeftOut: () => findings.leftOut() + held.findingsLeftOut(),
    results: held.results,
    holds: held.holds,
    rejects,
    ...rows,
    addFinding: findings.add,
    leaveOut: findings.leaveOut,
    /** Made at once, since drafts are large and not held. */
    detailsOf: (draft: Draft, { said, errors }: RecordResult): ResultDetails => {
      const earlier = said === undefined ? [] : [earlierAttemptFinding(draft, said)];
      const found = [...earlier, ...errors.map((error) => answerFinding(draft, error))];
      return { findings: found, rows: errors.length === 0 ? [] : rowsOf(draft, found) };
    },
    addResult: (result: RecordResult, position: number, details: ResultDetails | undefined) => {
      held.add(result, position, details?.findings ?? []);
      rejects.add(details?.rows ?? [], position);
    },
  };
}

/** Holds the first findings of each severity. Those about the list have a limit of their own: no error of a record hides them. */
function createHeldFindings(max: number) {
  const list: Finding[] = [];
  const counts = new Map<string, number>();
  let leftOut = 0;
  return {
    list,
    leftOut: () => leftOut,
    leaveOut: (count: number) => {
      leftOut += count;
    },
    add: (finding: Finding, about: 'record' | 'list'): void => {
      const kind = `${about} ${finding.severity}`;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count <= max) list.push(finding);
      else leftOut += 1;
    },
  };
}

/** Holds the results at the first positions, and the first that must be shown. The order of `add` is free. */
function createHeldResults(resultsMax: number, errorsMax: number) {
  const held: { result: RecordResult; position: number; findings: readonly Finding[] }[] = [];
  const inOrder = () => held.toSorted((a, b) => a.position - b.position);
  let [errors, findingsLeftOut] = [0, 0];
  const holds = (result: ResultToHold, position: number): boolean =>
    mustBeShown(result) ? errors < errorsMax : position < resultsMax;
  return {
    /** Whether a result will be held. Other results are only counted. */
    holds,
    findingsLeftOut: () => findingsLeftOut,
    results: (): readonly RecordResult[] => inOrder().map(({ result }) => result),
    findings: () => inOrder().flatMap(({ findings }) => findings),
    add: (result: RecordResult, position: number, findings: readonly Finding[]): void => {
      if (holds(result, position)) held.push({ result, position, findings });
      else findingsLeftOut += findings.length;
      if (mustBeShown(result)) errors += Math.max(findings.length, 1);
    },
  };
}

/** Whether readers look for a result: it has errors, or did not succeed. */
function mustBeShown({ outcome, errors, said }: ResultToHold): boolean {
  return errors.length > 0 || said !== undefined || ['failed', 'unknown', 'would-fail'].includes(outcome);
}
