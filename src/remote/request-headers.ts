/** What every request carries ("Authentication"). */
import { AUTHORIZATION_SCHEME } from '../contract/routes.ts';
import { UsageError } from '../errors.ts';

/** Visible ASCII without spaces: all that a token in a header can be made of. */
const TOKEN = /^[\x21-\x7e]+$/;
const MAX_TOKEN_LENGTH = 8_192;

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
  if (token === '') throw new UsageError('The token is empty');
  if (token.length > MAX_TOKEN_LENGTH) throw new UsageError('The token is too long for a header');
  if (TOKEN.test(token)) return;
  throw new UsageError('The token holds characters that no header can carry: spaces, line ends or control characters', {
    hint: 'A file with the token should hold the token alone, in one line.',
  });
}
