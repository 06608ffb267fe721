import { createHash, randomBytes } from 'node:crypto';
import type { NewToken } from './port.ts';

/** Recognised by people and by scanners that look for secrets in places where they should not be. */
const TOKEN_PREFIX = 'examctl_';
const TOKEN_BYTES = 32;
const ID_BYTES = 4;

/** A token as it is given out, and as a store keeps it. */
export function makeToken(name: string | null): NewToken {
  const token = `${TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  const digest = createHash('sha256').update(token).digest('hex');
  const id = randomBytes(ID_BYTES).toString('hex');
  return { token, stored: { id, name, created: new Date().toISOString(), digest } };
}
