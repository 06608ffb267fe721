/** The address of the platform: checks the base URL, and encodes ids for its paths. */

import { isLoopback } from '../base/text/url-text.ts';
import { UsageError } from '../errors.ts';
import { BASE_PATH } from '../platform/routes.ts';

export interface Address {
  /** `https://exams.example.org`. */
  readonly origin: string;
  readonly hostname: string;
  readonly port: number;
  /** The path in front of the path of each operation. */
  readonly prefix: string;
}

/**
 * Reads a base URL. The interface's path is appended unless it is there. Never echoes what could be a password. Throws a
 * usage error for plain http to another machine, unless `insecureHttp` allows it: the token would go there in the clear.
 */
export function parseBaseUrl(text: string, insecureHttp = false): Address {
  const url = parseUrl(text);
  if (url.username !== '' || url.password !== '') {
    throw new UsageError('The base URL must not hold a user name or a password', {
      hint: 'The platform knows the caller by the token alone.',
    });
  }
  if (url.search !== '' || url.hash !== '') throw new UsageError('The base URL must not hold a query or a fragment');
  const isSecure = url.protocol === 'https:';
  if (!isSecure && !insecureHttp && !isLoopback(url.hostname)) {
    throw new UsageError(`The base URL must begin with https:// (${url.origin} would send the token in the clear)`, {
      hint: 'Plain http is accepted for localhost, 127.0.0.1 and [::1]; for another host only with --insecure-http.',
    });
  }
  const path = url.pathname.replace(/\/+$/, '');
  return {
    origin: url.origin,
    hostname: url.hostname,
    port: url.port === '' ? DEFAULT_PORTS[isSecure ? 'https' : 'http'] : Number(url.port),
    prefix: path.endsWith(BASE_PATH) ? path : path + BASE_PATH,
  };
}

const DEFAULT_PORTS = { https: 443, http: 80 } as const;

function parseUrl(text: string): URL {
  // A URL drops line breaks, but reports and messages would repeat them.
  const url = URL.canParse(text) && !/\p{Cc}/u.test(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '') {
    throw new UsageError('The base URL is not an address that begins with https://', {
      hint: 'For example: --base-url https://exams.example.org',
    });
  }
  return url;
}

/**
 * Encodes a path parameter. `undefined` if that is impossible: servers read the segments `.` and `..` as steps in the
 * path, encoded or not, and a lone surrogate has no UTF-8.
 */
export function encodeSegment(value: string): string | undefined {
  if (value === '.' || value === '..' || !value.isWellFormed()) return undefined;
  return encodeURIComponent(value);
}
