/** Adds the id of a candidate or a proctor to the start of a message. */
import { ownList, ownValue } from '../base/own-value.ts';
import type { Path } from '../platform/problem.ts';
import { ALPHANUMERIC_AND_DASHES } from '../platform/resources/patterns.ts';

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
