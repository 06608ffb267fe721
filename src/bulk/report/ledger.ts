/** What a run has read and done so far. It can be reported whatever stops the run. */

import type { Draft, DraftSource, RejectedRow, ValidRecords } from '../../model/draft.ts';
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
import type { Field } from '../../platform/fields/field.ts';
import type { Judge } from '../check/strictness.ts';
import { createLineTotals, type LineTotals } from './line-totals.ts';
import { createShownLists, type ResultToHold, type SaidOfResult, type ShownListsOptions } from './shown-lists.ts';

export interface Ledger {
  readonly counts: Counts;
  readonly tally: Readonly<Tally>;
  /** Findings of the input and the plan, then those of the results; of very many the first. */
  readonly findings: readonly Finding[];
  /** How many more were found. */
  readonly findingsLeftOut: number;
  /** Those that did not go well, and of the others those that come first in the plan; in its order. Of very many the first. */
  readonly results: readonly RecordResult[];
  /** How many records have a result. */
  readonly settled: number;
  /** The rows of all records that were not accepted, where somebody will ask for them. */
  readonly rejects: Iterable<RejectedRow>;
  /** The fields of the columns, by their headers; empty where nothing was rejected. */
  readonly columnFields: ReadonlyMap<string, readonly Field[]>;
  /** All records read, invalid ones too. */
  readonly keys: ReadonlySet<string>;
  /** Invalid records whose person is uncertain. */
  readonly doubtful: number;
  /** Errors of headers, of rows that seem to hold other rows, and of the list as a whole: they make a file doubtful. */
  readonly fileErrors: number;
  /** The line totals of each file. */
  readonly lines: Pick<LineTotals, 'list' | 'check'>;
  /** Takes a source that is about to be read. */
  addSource(source: LinedSource): void;
  addRead(draft: Draft, findings: readonly Finding[], isValid: boolean, leftOut?: number): void;
  /** Takes records without findings. Where records are schedules, each row is a candidate. */
  addValid(valid: ValidRecords): void;
  /** The draft may be left out of a record that is no user who is missing from the file. */
  addPlanned(draft: Draft | undefined, action: Action): void;
  /** From now on what was done counts, and no longer what is planned. */
  beginSending(): void;
  /** Takes what was found beside the records. An error is one of the whole file. */
  addFinding(finding: Finding): void;
  /** Whether a result will be held; of the others only the numbers count. */
  holds(result: ResultToHold, position: number): boolean;
  /** What is to be said of a result: made while its draft is there. */
  say(draft: Draft, result: RecordResult): SaidOfResult;
  /** Results may come in any order; `position` is the record's in the plan. Without errors the draft may be left out. */
  addResult(draft: Draft | undefined, result: RecordResult, position: number, said?: SaidOfResult): void;
}

/** What is known of a source before its records are read. */
type LinedSource = Pick<DraftSource, 'findings' | 'accounts'>;

export interface LedgerOptions extends ShownListsOptions {
  /** Counts a draft's candidates, where records are schedules. */
  readonly countCandidates?: ((draft: Draft) => number) | undefined;
  /** Whether a draft stands for a user who is missing from the file, where their logins are disabled. */
  readonly isMissing?: ((draft: Draft) => boolean) | undefined;
  /** The field that holds the keys, where somebody will ask for them. */
  readonly keyField?: string | undefined;
  /** How findings count that are of no record alone. */
  readonly judge?: Judge | undefined;
}

const NOTHING_YET = { settled: 0, doubtful: 0, fileErrors: 0 };

export function createLedger(options: LedgerOptions = {}): Ledger {
  const { countCandidates, keyField, judge } = options;
  const [plan, lines, shown] = [createPlanCounts(options), createLineTotals(), createShownLists(options)];
  const keys = new Set<string>();
  const ledger = {
    ...NOTHING_YET,
    ...plan,
    ...{ keys, lines, holds: shown.holds, say: shown.say, rejects: shown.rejects, columnFields: shown.columnFields },
    get findings() {
      return shown.findings();
    },
    get findingsLeftOut() {
      return shown.findingsLeftOut();
    },
    get results() {
      return shown.results();
    },
    addSource: (source: LinedSource) => {
      for (const finding of source.findings) ledger.addFinding(finding);
      lines.open(source.accounts ?? []);
    },
    addRead: (draft: Draft, found: readonly Finding[], isValid: boolean, leftOut = 0) => {
      lines.add(draft);
      for (const finding of found) shown.addFinding(finding);
      if (draft.dropped) return;
      shown.leaveOut(leftOut);
      countRead(plan.counts, isValid, countCandidates?.(draft) ?? 0);
      if (draft.swallowed) ledger.fileErrors += 1;
      if (keyField !== undefined && draft.key !== null) keys.add(draft.key);
      if (keyField !== undefined && !isValid && isInDoubt(draft, found, keyField)) ledger.doubtful += 1;
      if (!isValid) shown.addRejected(draft, found);
    },
    addValid: (valid: ValidRecords) => countValid(plan.counts, lines, valid),
    addFinding: (finding: Finding) => {
      const judged = judge?.(finding) ?? finding;
      if (isError(judged)) ledger.fileErrors += 1;
      shown.addListFinding(judged);
    },
    addResult: (draft: Draft | undefined, result: RecordResult, position: number, said?: SaidOfResult) => {
      ledger.settled += 1;
      plan.addResult(draft, result);
      shown.addResult(result, position, said ?? (draft && shown.say(draft, result)));
    },
  } satisfies Ledger;
  return ledger;
}

/**
 * A wrong record can be left out. A wrong header makes every record doubtful: a misspelt column is a lost value in all.
 * So does a row that seems to hold other rows: how many are lost in it is not known.
 */
export function maySend({ counts, fileErrors }: Ledger, { skipInvalid }: { readonly skipInvalid: boolean }): boolean {
  return fileErrors === 0 && (counts.invalid === 0 || skipInvalid);
}

/** The guards need the number of logins that the plan disables; once something is sent, those count that were disabled. */
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
    addPlanned: (draft: Draft | undefined, action: Action) => {
      if (action !== 'unknown') counts[action] += 1;
      if (action === 'unchanged') tally.unchanged += 1;
      if (action === 'update') add(draft);
    },
    beginSending: () => {
      isSending = true;
      if (isMissing) counts.disabled = 0;
    },
    addResult: (draft: Draft | undefined, { action, attempts, outcome }: RecordResult) => {
      if (isSending && outcome === 'succeeded') add(draft);
      if (attempts > 0) counts.sent += 1;
      // A rehearsal sends nothing, so it counts nothing as succeeded or failed.
      if (outcome === 'succeeded' || outcome === 'failed' || outcome === 'unknown') counts[outcome] += 1;
      const slot = SLOT_OF_OUTCOME[outcome] ?? SLOT_OF_ACTION[action];
      if (slot !== undefined) tally[slot] += 1;
    },
  };
}

/** A row without a key, with a wrong one, or with cells that do not stand under their columns. */
function isInDoubt({ key, unusable }: Draft, found: readonly Finding[], keyField: string): boolean {
  return key === null || unusable === true || found.some((finding) => isError(finding) && finding.field === keyField);
}

function countValid(counts: Counts, lines: LineTotals, valid: ValidRecords): void {
  countRead(counts, true, valid.rows, valid.records);
  lines.addValid(valid);
}

function countRead(counts: Counts, isValid: boolean, candidates: number, records = 1): void {
  counts.read += records;
  if (counts.candidates !== undefined) counts.candidates += candidates;
  counts[isValid ? 'valid' : 'invalid'] += records;
}

const SLOT_OF_OUTCOME: Partial<Record<Outcome, keyof Tally>> = {
  failed: 'failed',
  'would-fail': 'failed',
  unknown: 'unknown',
  'not-sent': 'notSent',
};

/** What the plan found unchanged is counted when it is planned: it needs no result. */
const SLOT_OF_ACTION: Record<Action, keyof Tally | undefined> = {
  create: 'created',
  update: 'updated',
  unknown: 'accepted',
  unchanged: undefined,
};
