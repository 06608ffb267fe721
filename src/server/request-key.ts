/** The header Idempotency-Key: how a sender names a request, so that it is done once however often it arrives. */
import { hash } from 'node:crypto';
import type { RequestKey } from '../platform/service.ts';

/** Visible ASCII; senders make random ones. */
const KEY = /^[\x21-\x7e]{1,255}$/;

export function isRequestKey(header: string): boolean {
  return KEY.test(header);
}

/**
 * What tells the request from all others. The token is a secret in both digests: each token has keys of its own, and
 * nobody who reads the store can try passwords against the digest of a body.
 */
export function requestKeyOf(token: string, key: string, path: string, body: Uint8Array): RequestKey {
  const secret = `${token}\n`;
  const digest = hash('sha256', Buffer.concat([Buffer.from(`${secret}${path}\n`), body]), 'base64url');
  return { id: hash('sha256', secret + key, 'base64url'), digest };
}
