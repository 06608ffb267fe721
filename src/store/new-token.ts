import { createHash, randomBytes } from 'node:crypto';
import type { NewToken } from './port.ts';

/** People recognise it, and so do scanners that search for leaked secrets. */
const TOKEN_PREFIX = 'examctl_';
const TOKEN_BYTES = 32;
const ID_BYTES = 4;

/** Makes a token for its owner, and the form of it that a store keeps. */
export function makeToken(name: string | null): NewToken {
  const token = `${TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  const digest = createHash('sha256').update(token).digest('hex');
  const id = randomBytes(ID_BYTES).toString('hex');
  return { token, stored: { id, name, created: new Date().toISOString(), digest } };
}
