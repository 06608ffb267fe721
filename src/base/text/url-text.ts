/** Places that are named by a URL, and the hosts in them. */
import { isIPv4 } from 'node:net';

/** `postgres:/…` and `https://…`, but no drive letter. */
const SCHEME = /^([a-z][a-z0-9+.-]+):\//i;

/** The scheme in lower case; `undefined` for what is a path. */
export function schemeOf(text: string): string | undefined {
  return SCHEME.exec(text)?.[1]?.toLowerCase();
}

export function isUrl(text: string): boolean {
  return schemeOf(text) !== undefined;
}

/** What a query may say of a place without being a secret: whose part of a database it is. */
const TENANT = /[?&](tenant=[a-z0-9_-]+)(?:&|#|$)/;

/**
 * A URL as it may be shown and kept: without user name, password and fragment, and only the tenant of its query. A path
 * stays as it is.
 */
export function withoutCredentials(text: string): string {
  if (!isUrl(text)) return text;
  // Of a URL that is not well formed, anything before the last @ may be a password.
  const credentials = text.includes('://') && URL.canParse(text) ? /^([^:]+:\/+)[^/?#]*@/ : /^([^:]+:\/+).*@/s;
  const tenant = /^postgres(?:ql)?:/i.test(text) ? TENANT.exec(text)?.[1] : undefined;
  return text.replace(credentials, '$1').replace(/[?#].*$/s, '') + (tenant === undefined ? '' : `?${tenant}`);
}

/** In lower case, and without the brackets that an IPv6 address has in a URL. */
export function bareHost(host: string): string {
  return host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
}

/** As it stands in a URL. */
export function urlHost(host: string): string {
  const bare = bareHost(host);
  return bare.includes(':') ? `[${bare}]` : bare;
}

/** Addresses that only this machine reaches. */
export function isLoopback(host: string): boolean {
  const bare = bareHost(host);
  return bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'));
}
