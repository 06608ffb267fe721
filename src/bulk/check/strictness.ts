/** Which warnings count as errors. */
import type { Finding } from '../../model/finding.ts';
import { RENUMBERED } from './identity/renumbered.ts';

/** Gives a finding as it counts. */
export type Judge = (finding: Finding) => Finding;

export interface Strictness {
  /** `--strict`. */
  readonly strict?: boolean | undefined;
  readonly allowRenumbering?: boolean | undefined;
}

/** `undefined` where all findings are as they are. */
export function judgeOf({ strict, allowRenumbering }: Strictness): Judge | undefined {
  if (!strict) return undefined;
  const isAllowed = ({ rule }: Finding) => allowRenumbering === true && rule.endsWith(`.${RENUMBERED}`);
  return (finding) =>
    finding.severity !== 'warning' || isAllowed(finding) ? finding : { ...finding, severity: 'error' };
}
