/** What is wrong with a record, and where. Findings are collected, never thrown. */
import type { Problem } from '../platform/problem.ts';
import type { ValuePlace } from './place.ts';

/** The worst first. A note says how a file was read, and never counts as an error. */
export const SEVERITIES = ['error', 'warning', 'note'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The rule for a record that an attempt without an answer has done. */
export const EARLIER_ATTEMPT = 'delivery.earlier-attempt';

/** The rule of a row that seems to hold the rows below it, for a quote too many. */
export const ROWS_SWALLOWED = 'input.row.swallowed';

export interface Finding extends ValuePlace {
  readonly severity: Severity;
  /** The record's external id, where it is known. */
  readonly key: string | null;
  readonly code: Problem['code'];
  readonly rule: string;
  readonly message: string;
  readonly suggestion: string | null;
}

export function isNote({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'note';
}

export function isError({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'error';
}
