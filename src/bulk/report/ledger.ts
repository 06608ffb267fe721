/** What a run has read and done so far. It can be reported whatever stops the run. */

import type { Draft, DraftSource, ValidRecords } from '../../model/draft.ts';
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
import { answerFinding, earlierAttemptFinding } from '../check/findings.ts';
import type { Judge } from '../check/strictness.ts';
import { createLineTotals, type LineTotals } from './line-totals.ts';

/** A record that was not accepted, with everything that is said against it. */
export interface RejectedDraft {
  readonly draft: Draft;
  readonly findings: readonly Finding[];
}

export interface Ledger {
  readonly counts: Counts;
  readonly tally: Readonly<Tally>;
  /** Findings of the input and the plan, then those of the results. */
  readonly findings: readonly Finding[];
  /** How many more were found, in places that had very many. */
  readonly findingsLeftOut: number;
  /** Every one that did not go well, and of the others those that come first in the plan; in its order. */
  readonly results: readonly RecordResult[];
  /** How many records have a result. */
  readonly settled: number;
  readonly rejected: readonly RejectedDraft[];
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
  holds(result: Telling, position: number): boolean;
  /** Results may come in any order; `position` is the record's in the plan. Without errors the draft may be left out. */
  addResult(draft: Draft | undefined, result: RecordResult, position: number): void;
}

/** What decides whether a result is held. */
type Telling = Pick<RecordResult, 'outcome' | 'errors' | 'said'>;

/** What is known of a source before its records are read. */
type LinedSource = Pick<DraftSource, 'findings' | 'accounts'>;

export interface LedgerOptions {
  /** Counts a draft's candidates, where records are schedules. */
  readonly countCandidates?: ((draft: Draft) => number) | undefined;
  /** Whether a draft stands for a user who is missing from the file, where their logins are disabled. */
  readonly isMissing?: ((draft: Draft) => boolean) | undefined;
  /** The field that holds the keys, where somebody will ask for them. */
  readonly keyField?: string | undefined;
  /** How findings count that are of no record alone. */
  readonly judge?: Judge | undefined;
  /** The number of results to keep. Results with an error are always kept. */
  readonly resultsMax?: number | undefined;
}

/** A result takes some hundred bytes: a million of them would not fit beside everything else. */
const MAX_RESULTS = 20_000;

/** The same for a run whose report is written to a file, and is to have every record. */
export const MAX_REPORTED_RESULTS = 200_000;

const NOTHING_YET = { findingsLeftOut: 0, settled: 0, doubtful: 0, fileErrors: 0 };

export function createLedger(options: LedgerOptions = {}): Ledger {
  const { countCandidates, keyField, judge, resultsMax = MAX_RESULTS } = options;
  const [plan, lines] = [createPlanCounts(options), createLineTotals()];
  const findings: Finding[] = [];
  const settled = createSettled(resultsMax);
  const [rejected, keys]: [RejectedDraft[], Set<string>] = [[], new Set()];
  const ledger = {
    ...NOTHING_YET,
    ...plan,
    keys,
    lines,
    get findings(): Finding[] {
      return [...findings, ...settled.findings()];
    },
    get results() {
      return settled.results();
    },
    get rejected() {
      return [...rejected, ...settled.rejected()];
    },
    addSource: (source: LinedSource) => {
      for (const finding of source.findings) ledger.addFinding(finding);
      lines.open(source.accounts ?? []);
    },
    addRead: (draft: Draft, found: readonly Finding[], isValid: boolean, leftOut = 0) => {
      lines.add(draft);
      for (const finding of found) findings.push(finding);
      if (draft.dropped) return;
      ledger.findingsLeftOut += leftOut;
      countRead(plan.counts, isValid, countCandidates?.(draft) ?? 0);
      if (draft.swallowed) ledger.fileErrors += 1;
      if (keyField !== undefined && draft.key !== null) keys.add(draft.key);
      if (keyField !== undefined && !isValid && isInDoubt(draft, found, keyField)) ledger.doubtful += 1;
      if (!isValid) rejected.push({ draft, findings: found });
    },
    addValid: (valid: ValidRecords) => countValid(plan.counts, lines, valid),
    holds: settled.holds,
    addFinding: (finding: Finding) => {
      const judged = judge?.(finding) ?? finding;
      if (isError(judged)) ledger.fileErrors += 1;
      findings.push(judged);
    },
    addResult: (draft: Draft | undefined, result: RecordResult, position: number) => {
      ledger.settled += 1;
      plan.addResult(draft, result);
      settled.add(draft, result, position);
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

/** Results in the order of the plan, in whatever order they come. */
function createSettled(resultsMax: number) {
  const held: { result: RecordResult; position: number; said: Finding[]; rejected: RejectedDraft | undefined }[] = [];
  const inOrder = () => held.toSorted((a, b) => a.position - b.position);
  const holds = (result: Telling, position: number) => mustBeHeld(result) || position < resultsMax;
  return {
    holds,
    add: (draft: Draft | undefined, result: RecordResult, position: number) => {
      if (!holds(result, position)) return;
      if (draft === undefined) return void held.push({ result, position, said: [], rejected: undefined });
      const said = result.said === undefined ? [] : [earlierAttemptFinding(draft, result.said)];
      const findings = result.errors.map((error) => answerFinding(draft, error));
      // Drafts are large, and only those that go back are asked for again.
      held.push({ result, position, said, rejected: findings.length > 0 ? { draft, findings } : undefined });
    },
    results: () => inOrder().map(({ result }) => result),
    findings: () => inOrder().flatMap(({ said, rejected }) => [...said, ...(rejected?.findings ?? [])]),
    rejected: () => inOrder().flatMap(({ rejected }) => rejected ?? []),
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

/** Results with errors decide the exit code, and readers look for them. */
function mustBeHeld({ outcome, errors, said }: Telling): boolean {
  return (
    errors.length > 0 || said !== undefined || outcome === 'failed' || outcome === 'unknown' || outcome === 'would-fail'
  );
}
