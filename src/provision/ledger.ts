/** What a run has seen and done so far: whatever stops it, the ledger can be reported. */
import type { Draft } from '../contract/draft.ts';
import type { Finding } from '../contract/finding.ts';
import { type Action, type Counts, emptyCounts, type Outcome, type RecordResult } from '../contract/report.ts';
import { answerFinding, earlierAttemptFinding, isError } from '../validation/findings.ts';

/** A record that was not accepted, with everything that is said against it. */
export interface RejectedDraft {
  readonly draft: Draft;
  readonly findings: readonly Finding[];
}

export interface Ledger {
  readonly counts: Counts;
  readonly findings: readonly Finding[];
  /** Every one that did not go well, and as many of the others as are held. */
  readonly results: readonly RecordResult[];
  /** How many records have a result. */
  readonly settled: number;
  /** How many of them were left, for another part of the run. */
  readonly left: number;
  readonly rejected: readonly RejectedDraft[];
  /** Of all records read, wrong ones too. */
  readonly keys: ReadonlySet<string>;
  /** Wrong records of which it is not certain whom they stand for. */
  readonly doubtful: number;
  /** Errors of headers, which are errors of no one record. */
  readonly headerErrors: number;
  addHeaderFindings(findings: readonly Finding[]): void;
  addRead(draft: Draft, findings: readonly Finding[], isValid: boolean): void;
  addPlanned(action: Action): void;
  addWarning(finding: Finding): void;
  addResult(draft: Draft, result: RecordResult): void;
  /** Takes over the counts of an earlier run that did all of it. */
  adopt(counts: Counts): void;
}

export interface LedgerOptions {
  /** Counts a draft's candidates, where records are schedules. */
  readonly countCandidates?: (draft: Draft) => number;
  /** Whether a draft stands for a user who is missing from the file, where their logins are disabled. */
  readonly isMissing?: (draft: Draft) => boolean;
  /** The field that holds the keys, where somebody will ask for them. */
  readonly keyField?: string;
  /** Up to so many results are held; those that tell of an error are held in any case. */
  readonly resultsMax?: number;
}

/** A result takes some hundred bytes: a million of them would not fit beside everything else. */
const RESULTS_MAX = 20_000;

const NOTHING_YET = { settled: 0, left: 0, doubtful: 0, headerErrors: 0 };

export function createLedger({
  countCandidates,
  isMissing,
  keyField,
  resultsMax = RESULTS_MAX,
}: LedgerOptions = {}): Ledger {
  const counts = { ...emptyCounts(), ...(countCandidates && { candidates: 0 }), ...(isMissing && { disabled: 0 }) };
  const findings: Finding[] = [];
  const results: RecordResult[] = [];
  const rejected: RejectedDraft[] = [];
  const keys = new Set<string>();
  const ledger = {
    ...NOTHING_YET,
    counts,
    findings,
    results,
    rejected,
    keys,
    addHeaderFindings: (found: readonly Finding[]) => {
      ledger.headerErrors += found.filter(isError).length;
      findings.push(...found);
    },
    addRead: (draft: Draft, found: readonly Finding[], isValid: boolean) => {
      counts.read += 1;
      counts[isValid ? 'valid' : 'invalid'] += 1;
      if (keyField !== undefined && draft.key !== null) keys.add(draft.key);
      if (keyField !== undefined && !isValid && isInDoubt(draft, found, keyField)) ledger.doubtful += 1;
      if (countCandidates) counts.candidates = (counts.candidates ?? 0) + countCandidates(draft);
      for (const finding of found) findings.push(finding);
      if (!isValid) rejected.push({ draft, findings: found });
    },
    adopt: (earlier: Counts) => {
      Object.assign(counts, earlier);
      ledger.settled = earlier.read;
    },
    addPlanned: (action: Action) => {
      if (action !== 'unknown') counts[action] += 1;
    },
    addWarning: (finding: Finding) => void findings.push(finding),
    addResult: (draft: Draft, result: RecordResult) => {
      ledger.settled += 1;
      if (result.outcome === 'not-sent') ledger.left += 1;
      if (mustBeHeld(result) || results.length < resultsMax) results.push(result);
      countResult(counts, result);
      if (isMissing?.(draft) && isGood(result)) counts.disabled = (counts.disabled ?? 0) + 1;
      const found = result.errors.map((error) => answerFinding(draft, error));
      findings.push(...saidFindings(draft, result), ...found);
      if (found.length > 0) rejected.push({ draft, findings: found });
    },
  } satisfies Ledger;
  return ledger;
}

function saidFindings(draft: Draft, { said }: RecordResult): Finding[] {
  return said === undefined ? [] : [earlierAttemptFinding(draft, said)];
}

/** A row without a key, with a wrong one, or with cells that do not stand under their columns. */
function isInDoubt({ key, unusable }: Draft, found: readonly Finding[], keyField: string): boolean {
  return key === null || unusable === true || found.some((finding) => isError(finding) && finding.field === keyField);
}

function countResult(counts: Counts, { attempts, outcome }: RecordResult): void {
  if (attempts > 0) counts.sent += 1;
  const name = COUNT_OF_OUTCOME[outcome];
  if (name !== undefined) counts[name] += 1;
}

function isGood({ outcome }: RecordResult): boolean {
  return outcome === 'succeeded' || outcome === 'would-succeed';
}

/** What went badly decides on the exit code, and is what readers look for. */
function mustBeHeld({ outcome, errors }: RecordResult): boolean {
  return errors.length > 0 || outcome === 'failed' || outcome === 'unknown' || outcome === 'would-fail';
}

/** A rehearsal sends nothing, so it counts nothing as succeeded or failed. */
const COUNT_OF_OUTCOME: Record<Outcome, 'succeeded' | 'failed' | 'unknown' | undefined> = {
  succeeded: 'succeeded',
  failed: 'failed',
  unknown: 'unknown',
  'not-sent': undefined,
  'would-succeed': undefined,
  'would-fail': undefined,
};
