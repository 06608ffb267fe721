/** "Authentication": what a token can be, for those who send one and for those who let somebody in by it. */

/** Visible ASCII without spaces: all that a token in a header can be made of. */
const TOKEN = /^[\x21-\x7e]+$/;
const MAX_TOKEN_LENGTH = 8_192;

/** Why a token cannot be sent, as the end of a sentence that begins with it. Never contains the token. */
export function tokenFault(token: string): string | undefined {
  if (token === '') return 'is empty';
  if (token.length > MAX_TOKEN_LENGTH) return `is too long for a header: ${MAX_TOKEN_LENGTH} characters at most`;
  if (TOKEN.test(token)) return undefined;
  return 'holds characters that no header can carry: spaces, line ends, control characters or letters beyond ASCII';
}
