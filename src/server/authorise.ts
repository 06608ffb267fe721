/** "Authentication": checks the token of a request. */
import { hash, timingSafeEqual } from 'node:crypto';
import { AUTHORIZATION_SCHEME, tokenFault } from '../platform/routes.ts';
import type { RequestKey } from '../platform/service.ts';

/** Returns whether a token is valid now, or its id if it has one. */
export type Authorise = (token: string) => string | boolean | Promise<string | boolean>;

/** The part of a valid token that other code may see. */
export interface KnownToken {
  readonly id: string;
  /** SHA-256. */
  readonly digest: Uint8Array;
}

/**
 * Accepts the tokens with these digests. It reads the list for each request, so that a revoked token is refused at
 * once. It compares all digests, each in constant time, so the duration reveals nothing about any of them.
 */
export function createAuthorise(tokens: () => Promise<readonly KnownToken[]>): Authorise {
  return async (token) => {
    const presented = digestOf(token);
    const known = (await tokens()).filter(({ digest }) => isSame(digest, presented));
    return known[0]?.id ?? false;
  };
}

/** Tokens are 256 random bits and cannot be guessed: a fast digest is as safe as a slow one. */
export function digestOf(token: string): Uint8Array {
  return hash('sha256', token, 'buffer');
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

const BEFORE_TOKEN = `${AUTHORIZATION_SCHEME} `;

/** Returns the token of the header Authorization; undefined if the header is not `EAPI <token>`. */
export function readToken(header: string | undefined): string | undefined {
  if (!header?.startsWith(BEFORE_TOKEN)) return undefined;
  const token = header.slice(BEFORE_TOKEN.length);
  return tokenFault(token) === undefined ? token : undefined;
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
