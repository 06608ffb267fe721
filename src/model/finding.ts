/** A finding about a place in the input. Findings are collected, never thrown. */

import { ownList, ownValue } from '../base/own-value.ts';
import type { Path, Problem } from '../platform/problem.ts';
import { ALPHANUMERIC_AND_DASHES } from '../platform/resources/shared-fields.ts';
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

/** Longer ids are possible, but hard to read. */
const MAX_SHOWN_LENGTH = 64;

/**
 * Adds the candidate at the path to the message. An id that does not have the form of an id is not shown: it may be
 * personal data in the wrong column, such as an e-mail address.
 */
export function nameCandidate(message: string, record: { readonly request: unknown }, [list, index]: Path): string {
  if (list !== 'Candidates' || typeof index !== 'number') return message;
  return namePerson('Candidate', ownValue(ownList(record.request, list)[index], 'CandidateExtId'), message);
}

export function namePerson(who: 'Candidate' | 'Proctor', id: unknown, message: string): string {
  if (typeof id !== 'string' || id === '' || id.length > MAX_SHOWN_LENGTH) return message;
  return ALPHANUMERIC_AND_DASHES.regex.test(id) ? `${who} ${id}: ${message}` : message;
}

/** Removes the name again, so that the messages of several people can be compared. */
export function withoutCandidate(message: string): string {
  return message.replace(/^(Candidate|Proctor) [A-Za-z0-9-]{1,64}: /, '');
}
