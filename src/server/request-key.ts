/** The header Idempotency-Key: a request with a key is done once, however often it arrives. */
import { hash } from 'node:crypto';
import type { RequestKey } from '../platform/service.ts';

/** Visible ASCII. Senders use random keys. */
const KEY = /^[\x21-\x7e]{1,255}$/;

export function isRequestKey(header: string): boolean {
  return KEY.test(header);
}

/**
 * Makes the id and the digest of a request. Both include the token as a secret. So each token has keys of its own, and
 * a reader of the store cannot guess passwords by comparing digests of bodies.
 */
export function requestKeyOf(token: string, key: string, path: string, body: Uint8Array): RequestKey {
  const secret = `${token}\n`;
  const digest = hash('sha256', Buffer.concat([Buffer.from(`${secret}${path}\n`), body]), 'base64url');
  return { id: hash('sha256', secret + key, 'base64url'), digest };
}
