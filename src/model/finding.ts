/** A finding about a place in the input. Findings are collected, never thrown. */
import type { Problem } from '../platform/problem.ts';
import { addressOf, type ValuePlace } from './place.ts';

/** The worst comes first. A note tells how a file was read, and never counts as an error. */
export const SEVERITIES = ['error', 'warning', 'note'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The rule for a record that an earlier attempt without an answer has stored. */
export const EARLIER_ATTEMPT = 'delivery.earlier-attempt';

/** The rule for a row that seems to contain the rows below it, because of an extra quote. */
export const ROWS_SWALLOWED = 'input.row.swallowed';

export interface Finding extends ValuePlace {
  readonly severity: Severity;
  /** The external id of the record; null if it is not known. */
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

/**
 * The text of a finding that is shown at its line. In a workbook a line alone is no place, so that the text begins with
 * the sheet and the cell.
 */
export function textAtLine(finding: Finding): string {
  const { column, message, suggestion } = finding;
  const where = [addressOf(finding) ?? [], column === null ? [] : `column ${column}`].flat().join(', ');
  return `${where === '' ? '' : `${where}: `}${message}${suggestion === null ? '' : `; ${suggestion}`}`;
}
