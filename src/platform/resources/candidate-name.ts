/** A message about one candidate of a schedule begins with the candidate's id. */
import { ownValue } from '../../base/own-value.ts';
import type { Path } from '../problem.ts';
import { ALPHANUMERIC_AND_DASHES } from './patterns.ts';

/** Longer ids are possible, but hard to read. */
const MAX_SHOWN_LENGTH = 64;

/**
 * The message with the candidate that the path leads to. An id in a form that ids do not have is not shown: what was
 * put in its column by mistake, such as an e-mail address, may be personal.
 */
export function nameCandidate(message: string, record: { readonly request: unknown }, [list, index]: Path): string {
  if (list !== 'Candidates' || typeof index !== 'number') return message;
  const candidates = ownValue(record.request, list);
  const id = Array.isArray(candidates) ? ownValue(candidates[index], 'CandidateExtId') : undefined;
  return namePerson('Candidate', id, message);
}

export function namePerson(who: 'Candidate' | 'Proctor', id: unknown, message: string): string {
  if (typeof id !== 'string' || id === '' || id.length > MAX_SHOWN_LENGTH) return message;
  return ALPHANUMERIC_AND_DASHES.regex.test(id) ? `${who} ${id}: ${message}` : message;
}

/** The part that the messages of several people share. */
export function withoutCandidate(message: string): string {
  return message.replace(/^(Candidate|Proctor) [A-Za-z0-9-]{1,64}: /, '');
}
