/** Decides which findings are errors: suspicions until `--accept` names their rule, and all warnings with `--strict`. */
import type { Finding } from '../../model/finding.ts';
import { isSuspicion } from '../../platform/explain/rules.ts';

/** Returns a finding with the severity that counts. */
export type Judge = (finding: Finding) => Finding;

export interface Strictness {
  readonly strict?: boolean | undefined;
  /** The rules of the suspicions that are let through. */
  readonly accept?: readonly string[] | undefined;
}

/** The rules about what a continued run does not send: without these records, the run can go on. */
const OF_A_RUN = 'run.row.';

export function judgeOf({ strict, accept = [] }: Strictness): Judge {
  return (finding) => {
    const { severity, rule, suggestion } = finding;
    if (isSuspicion(rule)) {
      const todo = suggestion === null ? '' : `${suggestion}, or `;
      return accept.includes(rule)
        ? { ...finding, severity: 'warning', suggestion: `accepted by --accept ${rule}` }
        : { ...finding, severity: 'error', suggestion: `${todo}use --accept ${rule} if this is right` };
    }
    return strict && severity === 'warning' && !rule.startsWith(OF_A_RUN) ? { ...finding, severity: 'error' } : finding;
  };
}
