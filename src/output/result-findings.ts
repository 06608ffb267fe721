import type { Finding } from '../contract/finding.ts';
import type { Outcome, RecordResult } from '../contract/report.ts';

/**
 * Results that ended badly without a reason of the target, in the form of findings. Where there is a reason, the run
 * has made a finding of it already, with the place in the file.
 */
export function findingsWithoutReason(results: readonly RecordResult[]): Finding[] {
  return results.filter(({ outcome, errors }) => errors.length === 0 && outcome in WORDS).map(toFinding);
}

const WORDS: Partial<Record<Outcome, string>> = {
  failed: 'it failed, and the target gave no reason',
  'would-fail': 'it would fail, and the target gave no reason',
  unknown: 'no answer came: whether it was carried out is not known',
};

function toFinding({ file, line, key, outcome }: RecordResult): Finding {
  return {
    severity: 'error',
    file,
    line,
    record: 0,
    column: null,
    field: null,
    key,
    code: null,
    rule: `target.${outcome}`,
    message: WORDS[outcome] ?? '',
    suggestion: null,
  };
}
