/** The warning that one id belongs to two people: the platform keeps one user for it, and the last one sent counts. */
import { ownValue } from '../../../base/own-value.ts';
import { TextHash } from '../../../base/text-hash.ts';

/** The fields that identify a person. Each schedule may give a candidate other rights and other times. */
const NAMED_BY = ['FirstName', 'LastName', 'Email'] as const;

export const DIFFERS_RULE = 'candidate.candidate-ext-id.differs';

const digest = new TextHash();

/** A digest of the fields that identify a person. It is never 0. */
export function personDigestOf(candidate: unknown): number {
  digest.start();
  for (const name of NAMED_BY) digest.add(String(ownValue(candidate, name) ?? '')).add('\n');
  return digest.low;
}

export function differsMessage(where: string): { message: string; suggestion: string } {
  return {
    message: `${NAMED_BY.join(', ')} are not all as in ${where}: an id is one user, and the last one sent counts`,
    suggestion: 'see whose id it is, or write the same in both',
  };
}
