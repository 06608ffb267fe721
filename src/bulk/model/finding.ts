/** What is wrong with a record, and where. Findings are collected, never thrown. */
import type { Problem } from '../../platform/problem.ts';

export type Severity = 'error' | 'warning';

/** The rule of the warning that a schedule keeps candidates whom the file does not name. */
export const CANDIDATES_STAY = 'schedule.candidates.stay';
/** The rule for a record that an attempt without an answer has done. */
export const EARLIER_ATTEMPT = 'delivery.earlier-attempt';

/** The rule of a row that seems to hold the rows below it, for a quote too many. */
export const ROWS_SWALLOWED = 'input.row.swallowed';

export interface Finding {
  readonly severity: Severity;
  readonly file: string;
  /** Physical line on which the record begins, counted from 1. */
  readonly line: number;
  /** Number of the data record, counted from 1; 0 where the finding is about the header or the file. */
  readonly record: number;
  /** Header of the column as the file writes it; null where there is none. */
  readonly column: string | null;
  /** The contract's name of the field; for JSON the path in the record. */
  readonly field: string | null;
  /** The record's external id, where it is known. */
  readonly key: string | null;
  readonly code: Problem['code'];
  readonly rule: string;
  readonly message: string;
  readonly suggestion: string | null;
}

export function isError({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'error';
}
