/** Which warnings count as errors. */
import type { Finding } from '../model/finding.ts';
import { RENUMBERED } from './identity/renumbered.ts';

/** Gives a finding as it counts. */
export type Judge = (finding: Finding) => Finding;

export interface Strictness {
  /** `--strict`. */
  readonly strict?: boolean | undefined;
  readonly allowRenumbering?: boolean | undefined;
}

/** What tells how a file was read is no fault of it: rows that are passed over, a header in other words, a value that was fixed. */
const READING = 'input.';

/** `undefined` where all findings are as they are. */
export function judgeOf({ strict, allowRenumbering }: Strictness): Judge | undefined {
  if (!strict) return undefined;
  const isExempt = ({ rule }: Finding) =>
    rule.startsWith(READING) || (allowRenumbering === true && rule.endsWith(`.${RENUMBERED}`));
  return (finding) => (finding.severity === 'error' || isExempt(finding) ? finding : { ...finding, severity: 'error' });
}
