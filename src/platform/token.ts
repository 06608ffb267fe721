/** "Authentication": the form of a token, for clients that send one and for servers that check it. */

/** Visible ASCII without spaces: the only characters that a token in a header can have. */
const TOKEN = /^[\x21-\x7e]+$/;
const MAX_TOKEN_LENGTH = 8_192;

/** The reason why a token cannot be sent, as the end of a sentence about the token. It never contains the token. */
export function tokenFault(token: string): string | undefined {
  if (token === '') return 'is empty';
  if (token.length > MAX_TOKEN_LENGTH) return `is too long for a header: ${MAX_TOKEN_LENGTH} characters at most`;
  if (TOKEN.test(token)) return undefined;
  return 'holds characters that no header can carry: spaces, line ends, control characters or letters beyond ASCII';
}
