/** The headers Prefer and Idempotency-Key. */

import { hash } from 'node:crypto';
import { refuse, type Status } from '../platform/envelope.ts';
import { HTTP_REFUSALS } from '../platform/explain/http-rules.ts';
import type { RequestKey } from '../platform/service.ts';

export const BUSY = 429;
/** The documented statuses of refusals. */
const STATUSES: ReadonlySet<Status> = new Set(Object.values(HTTP_REFUSALS).map(({ status }) => status));
const MAX_DELAY_SECONDS = 60;

interface Preference {
  readonly code?: Status | undefined;
  readonly delayMs?: number | undefined;
}

/** Reads `code=429` and `delay=5` (seconds, at most a minute). Other preferences are ignored, as RFC 7240 says. */
export function readPreference(header = ''): Preference {
  const numberOf = (name: string) => Number(new RegExp(`(?:^|[,;]) *${name} *= *"?(\\d{1,4})`, 'i').exec(header)?.[1]);
  const seconds = Math.min(numberOf('delay'), MAX_DELAY_SECONDS);
  const wanted = numberOf('code');
  return {
    code: [...STATUSES].find((status) => status === wanted),
    delayMs: seconds > 0 ? seconds * 1_000 : undefined,
  };
}

export function refusePreferred(code: Status) {
  return refuse(code, [
    { Code: null, Error: 'The request asked for this answer with Prefer', Rule: 'sandbox.preferred' },
  ]);
}

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
