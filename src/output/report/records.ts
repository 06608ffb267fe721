/** A report by records, each with its action, outcome, changes and findings; and all findings, with those of results. */
import { type Finding, isError, SEVERITIES } from '../../model/finding.ts';
import type { Place } from '../../model/place.ts';
import type { Action, BulkReport, FieldChange, Outcome, RecordResult } from '../../model/report.ts';

export interface ReportedRecord extends Place {
  /** Null if the record has no key, and for findings about a header or a file. */
  readonly key: string | null;
  readonly name: string | null;
  /** Null if the record was not planned. */
  readonly action: Action | null;
  /** `invalid` if a check refused it. Null if it was only checked, and for findings about a header or a file. */
  readonly outcome: Outcome | 'invalid' | null;
  readonly changes: readonly FieldChange[];
  readonly findings: readonly Finding[];
}

interface RecordInProgress extends ReportedRecord {
  readonly findings: Finding[];
}

/** The records in the order of the files and their lines. */
export function recordsOf({ findings, results, counts }: BulkReport): ReportedRecord[] {
  const records = results.map(fromResult);
  const known = new Map<string, RecordInProgress>();
  const remember = (record: RecordInProgress, ids: readonly string[]) => {
    for (const id of ids) if (!known.has(id)) known.set(id, record);
  };
  // A schedule has rows on many lines with the same key. In other files, a repeated key means another record.
  const idsOf = ({ file, line, sheet, key }: Place & Pick<Finding, 'key'>, record = 0): string[] => {
    if (!key) return [JSON.stringify([file, line, sheet, record])];
    const ofRow = JSON.stringify([file, line, sheet, key]);
    return counts.candidates === undefined ? [ofRow] : [ofRow, JSON.stringify([key])];
  };
  for (const record of records) remember(record, idsOf(record));
  for (const finding of [...findings, ...findingsOfResults(results)]) {
    const ids = idsOf(finding, finding.record);
    const found = ids.map((id) => known.get(id)).find((record) => record !== undefined);
    const record = found ?? fromFinding(finding);
    if (found === undefined) records.push(record);
    remember(record, ids);
    record.findings.push(finding);
  }
  return inFileOrder(records.map(withInvalidOutcome));
}

function fromResult({ file, line, sheet, key, name, action, outcome, changes = [] }: RecordResult): RecordInProgress {
  return { file, line, sheet, key: key || null, name: name ?? null, action, outcome, changes, findings: [] };
}

function fromFinding({ file, line, sheet, key }: Finding): RecordInProgress {
  return { file, line, sheet, key, name: null, action: null, outcome: null, changes: [], findings: [] };
}

/** Sets the outcome `invalid`. Findings about a header do not count, since they are about no record. */
function withInvalidOutcome(record: RecordInProgress): ReportedRecord {
  const isInvalid = record.outcome === null && record.findings.some((one) => isError(one) && one.record > 0);
  return isInvalid ? { ...record, outcome: 'invalid' } : record;
}

function inFileOrder(records: ReportedRecord[]): ReportedRecord[] {
  const files = new Map<string, number>();
  for (const { file } of records) if (!files.has(file)) files.set(file, files.size);
  const order = ({ file }: ReportedRecord) => files.get(file) ?? 0;
  return records.sort((a, b) => order(a) - order(b) || a.line - b.line);
}

/** All findings of a report with those of its results: errors, then warnings, then notes. */
export function worstFirst({ findings, results }: BulkReport): Finding[] {
  const all = [...findings, ...findingsOfResults(results)];
  return SEVERITIES.flatMap((severity) => all.filter((finding) => finding.severity === severity));
}

/**
 * Findings for results that failed without a reason from the target, and for parts of answers that were not understood.
 * If there is a reason, the run has already made a finding of it, with the place in the file.
 */
export function findingsOfResults(results: readonly RecordResult[]): Finding[] {
  const withoutReason = results.filter(({ outcome, errors }) => errors.length === 0 && outcome in MESSAGES);
  return [...withoutReason.map(unexplained), ...results.flatMap(notUnderstood)];
}

const MESSAGES: Partial<Record<Outcome, string>> = {
  failed: 'it failed, and the platform gave no reason',
  'would-fail': 'it would fail, and the platform gave no reason',
  unknown: 'no answer came: whether it was carried out is not known',
};

function unexplained(result: RecordResult): Finding {
  return toFinding(result, 'error', `target.${result.outcome}`, MESSAGES[result.outcome] ?? '');
}

/** A warning only: the part may be harmless. If it is not, the outcome of the record shows it. */
function notUnderstood(result: RecordResult): Finding[] {
  if (result.excerpt === undefined) return [];
  return [toFinding(result, 'warning', 'delivery.not-understood', `Not understood of the answer: ${result.excerpt}`)];
}

function toFinding(
  { file, line, sheet, key }: RecordResult,
  severity: Finding['severity'],
  rule: string,
  message: string,
): Finding {
  return {
    severity,
    file,
    line,
    record: 0,
    column: null,
    field: null,
    key,
    code: null,
    rule,
    message,
    suggestion: null,
    sheet,
  };
}
