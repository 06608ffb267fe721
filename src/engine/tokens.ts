/** Makes secrets for URLs. A schedule has up to three for each of its candidates. */
import { randomFillSync } from 'node:crypto';

const TOKEN_BYTES = 24;
/**
 * Random bytes are read for many tokens at once, since a call of the system takes longer than all other work for a
 * candidate.
 */
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
    // The bytes of a returned token are erased.
    random.fill(0, from, used);
    return token;
  };
}
