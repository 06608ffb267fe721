/** All that a run has seen and done so far. A report can be made of it at any time, also after an error. */

import type { Draft, DraftSource } from '../../model/draft.ts';
import { type Finding, isError } from '../../model/finding.ts';
import {
  type Action,
  type Counts,
  emptyCounts,
  emptyTally,
  type Outcome,
  type RecordResult,
  type Tally,
} from '../../model/report.ts';
import type { Judge } from '../check/strictness.ts';
import type { ValidatedDraft } from '../check/validate.ts';
import { createLineTotals } from './line-totals.ts';
import { createShownLists, type ResultDetails, type ShownListsOptions } from './shown-lists.ts';

type CheckedRead = Pick<ValidatedDraft<unknown>, 'draft' | 'findings' | 'isValid' | 'leftOut'>;

/** The part of a source that is known before its records are read. */
type LinedSource = Pick<DraftSource, 'findings' | 'lineCounts'>;

export interface LedgerOptions extends ShownListsOptions {
  /** Counts the candidates of a draft, if records are schedules. */
  readonly countCandidates?: ((draft: Draft) => number) | undefined;
  /** Whether a draft is of a user who is missing from the file and whose login will be disabled. */
  readonly isMissing?: ((draft: Draft) => boolean) | undefined;
  /** The field that holds the keys, if `keys` and `doubtful` are needed. */
  readonly keyField?: string | undefined;
  /** Sets the severity of findings that belong to no single record. */
  readonly judge?: Judge | undefined;
}

const NOTHING_YET = {
  /** How many records have a result. */
  settled: 0,
  /** The number of invalid records whose person is not certain. */
  doubtful: 0,
  /** The number of rows that are no records, and wrong for that reason. They do not count as read. */
  foreignRows: 0,
  /** The number of errors that stop all sending, also with --skip-invalid: of headers, of rows that seem to hold others, of the list and of the plan. */
  fileErrors: 0,
};

export type Ledger = ReturnType<typeof createLedger>;

export function createLedger(options: LedgerOptions = {}) {
  const { countCandidates, keyField, judge } = options;
  const [plan, lines] = [createPlanCounts(options), createLineTotals()];
  const shown = createShownLists(options, lines.files);
  const { holds, detailsOf, rejects } = shown;
  const keys = new Set<string>();
  const ledger = {
    ...NOTHING_YET,
    ...plan,
    ...{ keys, lines, holds, detailsOf, rejects },
    get findings() {
      return shown.findings();
    },
    get findingsLeftOut() {
      return shown.findingsLeftOut();
    },
    get results() {
      return shown.results();
    },
    /** Takes a source that is about to be read. */
    addSource: (source: LinedSource) => {
      for (const finding of source.findings) ledger.addFinding(finding);
      lines.open(source.lineCounts ?? []);
    },
    addRead: ({ draft, findings: found, isValid, leftOut }: CheckedRead) => {
      lines.add(draft);
      for (const finding of found) shown.addFinding(finding, 'record');
      if (draft.dropped && !found.some(isError)) return;
      shown.leaveOut(leftOut);
      if (draft.dropped) ledger.foreignRows += 1;
      else countRead(plan.counts, isValid, countCandidates?.(draft) ?? 0);
      if (draft.mayContainRows) ledger.fileErrors += 1;
      if (keyField !== undefined && draft.key !== null) keys.add(draft.key);
      if (keyField !== undefined && !isValid && isInDoubt(draft, found, keyField)) ledger.doubtful += 1;
      if (!isValid) shown.addRejected(draft, found);
    },
    /** Takes a finding that belongs to no single record. An error counts against the whole file. */
    addFinding: (finding: Finding) => {
      const judged = judge?.(finding) ?? finding;
      if (isError(judged)) ledger.fileErrors += 1;
      shown.addFinding(judged, 'list');
    },
    /** Takes a result, in any order. `position` is the record's in the plan. A result without errors needs no draft. */
    addResult: (draft: Draft | undefined, result: RecordResult, position: number, details?: ResultDetails) => {
      ledger.settled += 1;
      plan.addResult(draft, result);
      shown.addResult(result, position, details ?? (draft && detailsOf(draft, result)));
    },
  };
  return ledger;
}

/**
 * Whether valid records may be sent. A wrong record can be left out. A wrong header makes every record doubtful, since a
 * misspelt column loses a value in all of them. So does a row that seems to hold other rows: their number is unknown.
 */
export function maySend(
  { counts, foreignRows, fileErrors }: Ledger,
  { skipInvalid }: { readonly skipInvalid: boolean },
): boolean {
  return fileErrors === 0 && (counts.invalid + foreignRows === 0 || skipInvalid);
}

/** Counts the plan, then the results. `disabled` is first the planned number, for the guards, and later the real one. */
function createPlanCounts({ countCandidates, isMissing }: LedgerOptions) {
  const counts = { ...emptyCounts(), ...(countCandidates && { candidates: 0 }), ...(isMissing && { disabled: 0 }) };
  const tally = emptyTally();
  let isSending = false;
  const add = (draft: Draft | undefined) => {
    if (draft !== undefined && isMissing?.(draft)) counts.disabled = (counts.disabled ?? 0) + 1;
  };
  return {
    counts,
    tally,
    /** Takes the plan of a record. The draft is needed only of users who are missing from the file. */
    addPlanned: (draft: Draft | undefined, action: Action) => {
      if (action !== 'unknown') counts[action] += 1;
      if (action === 'unchanged') tally.unchanged += 1;
      if (action === 'update') add(draft);
    },
    /** From now on, `counts.disabled` counts what was done, and no longer what is planned. */
    beginSending: () => {
      isSending = true;
      if (isMissing) counts.disabled = 0;
    },
    addResult: (draft: Draft | undefined, { action, attempts, outcome }: RecordResult) => {
      if (isSending && outcome === 'succeeded') add(draft);
      if (attempts > 0) counts.sent += 1;
      // A rehearsal sends nothing, so no outcome is counted.
      if (outcome === 'succeeded' || outcome === 'failed' || outcome === 'unknown') counts[outcome] += 1;
      // A record that an earlier part of the run has done is as the file says, like an unchanged one.
      const wasDone = outcome === 'succeeded' && attempts === 0 && action !== 'unchanged';
      const slot = SLOT_OF_OUTCOME[outcome] ?? (wasDone ? 'unchanged' : SLOT_OF_ACTION[action]);
      if (slot !== undefined) tally[slot] += 1;
    },
  };
}

/** Whether a row has no key, a wrong key, or cells that are not under their columns. */
function isInDoubt({ key, unusable }: Draft, found: readonly Finding[], keyField: string): boolean {
  return key === null || unusable === true || found.some((finding) => isError(finding) && finding.field === keyField);
}

function countRead(counts: Counts, isValid: boolean, candidates: number): void {
  counts.read += 1;
  if (counts.candidates !== undefined) counts.candidates += candidates;
  counts[isValid ? 'valid' : 'invalid'] += 1;
}

const SLOT_OF_OUTCOME: Partial<Record<Outcome, keyof Tally>> = {
  failed: 'failed',
  'would-fail': 'failed',
  unknown: 'unknown',
  'not-sent': 'notSent',
};

/** Unchanged records are counted when they are planned. */
const SLOT_OF_ACTION: Record<Action, keyof Tally | undefined> = {
  create: 'created',
  update: 'updated',
  unknown: 'accepted',
  unchanged: undefined,
};
