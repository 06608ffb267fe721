/** What every request carries ("Authentication"). */
import { AUTHORIZATION_SCHEME } from '../../platform/routes.ts';
import { tokenFault } from '../../platform/token.ts';
import { UsageError } from '../../errors.ts';

/** Compression is not asked for: answers are small, and what was not asked for is easier to hold in bounds. */
export function createRequestHeaders(token: string): Readonly<Record<string, string>> {
  checkToken(token);
  return {
    authorization: `${AUTHORIZATION_SCHEME} ${token}`,
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'examctl',
  };
}

/** Says what is wrong with a token, and never what the token is. */
function checkToken(token: string): void {
  const fault = tokenFault(token);
  if (fault === undefined) return;
  throw new UsageError(`The token ${fault}`, {
    hint: 'A file with the token should hold the token alone, in one line.',
  });
}
