/** Reads and shortens URLs, and the hosts in them. */
import { isIPv4 } from 'node:net';

/** Matches `postgres:/…` and `https://…`, but not a drive letter. */
const SCHEME = /^([a-z][a-z0-9+.-]+):\//i;

/** Returns the scheme in lower case; `undefined` for a path. */
export function schemeOf(text: string): string | undefined {
  return SCHEME.exec(text)?.[1]?.toLowerCase();
}

export function isUrl(text: string): boolean {
  return schemeOf(text) !== undefined;
}

/** The only part of a query that is surely not secret: the tenant of a database. */
const TENANT = /[?&](tenant=[a-z0-9_-]+)(?:&|#|$)/;

/**
 * Returns a URL that may be shown and stored: without user name, password and fragment, and with only the tenant of its
 * query. Returns a path unchanged.
 */
export function withoutCredentials(text: string): string {
  if (!isUrl(text)) return text;
  // In a malformed URL, everything before the last @ may be a password.
  const credentials = text.includes('://') && URL.canParse(text) ? /^([^:]+:\/+)[^/?#]*@/ : /^([^:]+:\/+).*@/s;
  const tenant = /^postgres(?:ql)?:/i.test(text) ? TENANT.exec(text)?.[1] : undefined;
  return text.replace(credentials, '$1').replace(/[?#].*$/s, '') + (tenant === undefined ? '' : `?${tenant}`);
}

/** The parameters of a database's address that name files. */
export const FILE_PARAMETERS = ['passwordfile', 'sslrootcert'] as const;

/** Changes a path, or the paths in the address of a database. */
export function mapPaths(text: string, change: (path: string) => string): string {
  if (!isUrl(text)) return change(text);
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  for (const name of FILE_PARAMETERS) {
    const [file, ...others] = url.searchParams.getAll(name);
    if (file && others.length === 0) url.searchParams.set(name, change(file));
  }
  return FILE_PARAMETERS.some((name) => url.searchParams.get(name)) ? url.href : text;
}

/** Returns the host in lower case, without the brackets of an IPv6 address. */
export function bareHost(host: string): string {
  return host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
}

/** Returns the host in the form of a URL: an IPv6 address has brackets. */
export function urlHost(host: string): string {
  const bare = bareHost(host);
  return bare.includes(':') ? `[${bare}]` : bare;
}

/** Whether only this machine can reach the host. */
export function isLoopback(host: string): boolean {
  const bare = bareHost(host);
  return bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'));
}
