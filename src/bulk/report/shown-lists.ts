/**
 * The lists that a report shows: findings, results, and the rows that go back. For a million records they would not fit
 * into memory, so only the first entries are held.
 */
import type { Draft, KeptRow, RejectedRow } from '../../model/draft.ts';
import type { Finding, Severity } from '../../model/finding.ts';
import type { RecordResult } from '../../model/report.ts';
import type { Field } from '../../platform/fields/field.ts';
import { answerFinding, earlierAttemptFinding } from '../check/findings.ts';
import { fieldsByColumn } from './column-fields.ts';
import { createKeptRows, rejectedRowsOf } from './rejected-rows.ts';

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
export type ResultToHold = Pick<RecordResult, 'outcome' | 'errors' | 'said'>;

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
  const rejects = createKeptRows<RejectedRow>();
  const accepted = createAcceptedRows(keepsAccepted ? findingsMax : 0);
  const columnFields = new Map<string, readonly Field[]>();
  const learnColumns = (draft: Draft): void => {
    if (columnFields.size > 0) return;
    for (const [column, fields] of fieldsByColumn(draft)) columnFields.set(column, fields);
  };
  let leftOut = 0;
  return {
    /** Findings of the input and the plan, then findings of the results. */
    findings: (): readonly Finding[] => [...findings.list, ...held.findings()],
    findingsLeftOut: () => leftOut + findings.leftOut() + held.findingsLeftOut(),
    results: held.results,
    rejects,
    accepted: accepted.rows,
    columnFields,
    holds: held.holds,
    addFinding: (finding: Finding) => findings.add(finding, 'record'),
    /** Adds a finding about the list. It has a limit of its own, so that errors of records never hide it. */
    addListFinding: (finding: Finding) => findings.add(finding, 'list'),
    leaveOut: (count: number) => {
      leftOut += count;
    },
    addRejected: (draft: Draft, findings: readonly Finding[]) => {
      if (!keepsRejects) return;
      learnColumns(draft);
      rejects.add(rejectedRowsOf(draft, findings));
    },
    addAccepted: (draft: Draft, findings: readonly Finding[]) => {
      if (accepted.add(draft, findings)) learnColumns(draft);
    },
    /** Made at once, since drafts are large and not held. */
    detailsOf: (draft: Draft, result: RecordResult): ResultDetails => {
      const found = findingsOf(draft, result);
      if (!keepsRejects || result.errors.length === 0) return { findings: found, rows: [] };
      learnColumns(draft);
      return { findings: found, rows: rejectedRowsOf(draft, found) };
    },
    addResult: (result: RecordResult, position: number, details: ResultDetails | undefined) => {
      held.add(result, position, details?.findings ?? []);
      rejects.add(details?.rows ?? [], position);
    },
  };
}

/** Holds one row of an accepted record for each of its findings, and no others: a schedule may have very many rows. */
function createAcceptedRows(max: number) {
  const rows = createKeptRows<KeptRow>();
  let free = max;
  return {
    rows,
    /** Returns whether a row was added. */
    add: (draft: Draft, findings: readonly Finding[]): boolean => {
      if (findings.length === 0 || free <= 0) return false;
      const left = new Set(findings);
      const isFirst = (row: RejectedRow) => row.findings.filter((finding) => left.delete(finding)).length > 0;
      const found = rejectedRowsOf(draft, findings).filter(isFirst);
      free -= found.length;
      // The report has the findings themselves.
      rows.add(found.map(({ row }) => ({ row })));
      return found.length > 0;
    },
  };
}

function findingsOf(draft: Draft, { said, errors }: RecordResult): Finding[] {
  const earlier = said === undefined ? [] : [earlierAttemptFinding(draft, said)];
  return [...earlier, ...errors.map((error) => answerFinding(draft, error))];
}

/** Holds the first findings of each severity. */
function createHeldFindings(max: number) {
  const list: Finding[] = [];
  const counts = { record: noFindings(), list: noFindings() };
  let leftOut = 0;
  return {
    list,
    leftOut: () => leftOut,
    add: (finding: Finding, about: 'record' | 'list'): void => {
      const count = counts[about];
      count[finding.severity] += 1;
      if (count[finding.severity] <= max) list.push(finding);
      else leftOut += 1;
    },
  };
}

function noFindings(): Record<Severity, number> {
  return { error: 0, warning: 0, note: 0 };
}

/** Holds the results at the first positions, and the first that must be shown. The order of `add` is free. */
function createHeldResults(resultsMax: number, errorsMax: number) {
  const held: { result: RecordResult; position: number; findings: readonly Finding[] }[] = [];
  const inOrder = () => held.toSorted((a, b) => a.position - b.position);
  let [errors, findingsLeftOut] = [0, 0];
  const holds = (result: ResultToHold, position: number): boolean =>
    mustBeShown(result) ? errors < errorsMax : position < resultsMax;
  return {
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
  return (
    errors.length > 0 || said !== undefined || outcome === 'failed' || outcome === 'unknown' || outcome === 'would-fail'
  );
}
