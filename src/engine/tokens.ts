/** Secrets that fit into a URL: a schedule has up to three for each of its candidates. */
import { randomFillSync } from 'node:crypto';

const TOKEN_BYTES = 24;
/** Asking the system takes longer than all else about a candidate, so bytes are asked for many tokens at once. */
const TOKENS_AT_ONCE = 256;

export function createTokens(): () => string {
  const random = Buffer.alloc(TOKEN_BYTES * TOKENS_AT_ONCE);
  let used = random.length;
  return () => {
    if (used === random.length) {
      randomFillSync(random);
      used = 0;
    }
    const from = used;
    used += TOKEN_BYTES;
    const token = random.toString('base64url', from, used);
    // What was given out is not known here any more.
    random.fill(0, from, used);
    return token;
  };
}
