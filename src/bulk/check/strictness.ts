/** Turns warnings into errors for `--strict`. */
import type { Finding } from '../../model/finding.ts';
import { RENUMBERED } from './identity/renumbered.ts';

/** Returns a finding with the severity that counts. */
export type Judge = (finding: Finding) => Finding;

export interface Strictness {
  readonly strict?: boolean | undefined;
  readonly allowRenumbering?: boolean | undefined;
}

/** The rules about what a continued run does not send: without these records, the run can go on. */
const OF_A_RUN = 'run.row.';

/** Returns `undefined` if all findings keep their severity. */
export function judgeOf({ strict, allowRenumbering }: Strictness): Judge | undefined {
  if (!strict) return undefined;
  const isAllowed = ({ rule }: Finding) =>
    (allowRenumbering === true && rule.endsWith(`.${RENUMBERED}`)) || rule.startsWith(OF_A_RUN);
  return (finding) =>
    finding.severity !== 'warning' || isAllowed(finding) ? finding : { ...finding, severity: 'error' };
}
