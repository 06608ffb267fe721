/** Makes findings from results, for files that show only findings. */
import type { Finding } from '../../model/finding.ts';
import type { Outcome, RecordResult } from '../../model/report.ts';

/**
 * Results that ended badly without a reason of the target, and what was not understood of its answers. Where there is
 * a reason, the run has made a finding of it already, with the place in the file.
 */
export function findingsOfResults(results: readonly RecordResult[]): Finding[] {
  const withoutReason = results.filter(({ outcome, errors }) => errors.length === 0 && outcome in WORDS);
  return [...withoutReason.map(unexplained), ...results.flatMap(notUnderstood)];
}

const WORDS: Partial<Record<Outcome, string>> = {
  failed: 'it failed, and the target gave no reason',
  'would-fail': 'it would fail, and the target gave no reason',
  unknown: 'no answer came: whether it was carried out is not known',
};

function unexplained(result: RecordResult): Finding {
  return toFinding(result, 'error', `target.${result.outcome}`, WORDS[result.outcome] ?? '');
}

/** A part that was not understood may be harmless. If it is not, the outcome says so. */
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
