/** The header Idempotency-Key: how a sender names a request, so that it is done once however often it arrives. */
import { hash } from 'node:crypto';
import type { RequestKey } from '../platform/service.ts';

/** Visible ASCII; senders make random ones. */
const KEY = /^[\x21-\x7e]{1,255}$/;

export function isRequestKey(header: string): boolean {
  return KEY.test(header);
}

/**
 * The id and the digest of a request. Both include the token as a secret: so each token has keys of its own, and a reader
 * of the store cannot try passwords against the digest of a body.
 */
export function requestKeyOf(token: string, key: string, path: string, body: Uint8Array): RequestKey {
  const secret = `${token}\n`;
  const digest = hash('sha256', Buffer.concat([Buffer.from(`${secret}${path}\n`), body]), 'base64url');
  return { id: hash('sha256', secret + key, 'base64url'), digest };
}
