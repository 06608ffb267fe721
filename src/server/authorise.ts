/** "Authentication": who may use the external API. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { AUTHORIZATION_SCHEME } from '../platform/routes.ts';
import { tokenFault } from '../platform/token.ts';

/** Whether a token is valid now. */
export type Authorise = (token: string) => boolean | Promise<boolean>;

/**
 * Accepts the tokens with these SHA-256 digests; they are asked for anew each time, so that a revoked token is refused
 * at once. All of them are compared, each in constant time: how long it takes says nothing of any of them.
 */
export function createAuthorise(digests: () => Promise<readonly Uint8Array[]>): Authorise {
  return async (token) => {
    const presented = digestOf(token);
    const matches = (await digests()).map((digest) => isSame(digest, presented));
    return matches.includes(true);
  };
}

/** Tokens are 256 random bits and cannot be guessed: a fast digest is as safe as a slow one. */
export function digestOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

const BEFORE_TOKEN = `${AUTHORIZATION_SCHEME} `;

/** The token of the header Authorization; undefined where it is not `EAPI <token>`. */
export function readToken(header: string | undefined): string | undefined {
  if (!header?.startsWith(BEFORE_TOKEN)) return undefined;
  const token = header.slice(BEFORE_TOKEN.length);
  return tokenFault(token) === undefined ? token : undefined;
}
