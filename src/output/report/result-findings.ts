/** Makes findings of results, for report files that show only findings. */
import { type Finding, SEVERITIES } from '../../model/finding.ts';
import type { BulkReport, Outcome, RecordResult } from '../../model/report.ts';

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
  failed: 'it failed, and the target gave no reason',
  'would-fail': 'it would fail, and the target gave no reason',
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
