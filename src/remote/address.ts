/** Where requests go: the base URL as it is given, checked, and the paths below it. */

import { isLoopback } from '../base/text/url-text.ts';
import { UsageError } from '../errors.ts';
import { BASE_PATH } from '../platform/routes.ts';

export interface Address {
  /** `https://exams.example.org`. */
  readonly origin: string;
  readonly hostname: string;
  readonly port: number;
  /** The path that all operations stand below. */
  readonly prefix: string;
}

/** Reads a base URL. The interface's path is appended unless it is there. Never echoes what could be a password. */
export function parseBaseUrl(text: string): Address {
  const url = parseUrl(text);
  if (url.username !== '' || url.password !== '') {
    throw new UsageError('The base URL must not hold a user name or a password', {
      hint: 'The platform knows the caller by the token alone.',
    });
  }
  if (url.search !== '' || url.hash !== '') throw new UsageError('The base URL must not hold a query or a fragment');
  const isSecure = url.protocol === 'https:';
  if (!isSecure && !isLoopback(url.hostname)) {
    throw new UsageError(`The base URL must begin with https:// (${url.origin} would send the token in the clear)`, {
      hint: 'Plain http is accepted for this machine only: localhost, 127.0.0.1 and [::1].',
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
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '') {
    throw new UsageError('The base URL is not an address that begins with https://', {
      hint: 'For example: --base-url https://exams.example.org',
    });
  }
  return url;
}

/**
 * A path parameter, encoded; `undefined` where no encoding makes it one: servers take dot segments, encoded or not,
 * for steps up, and lone surrogates have no UTF-8.
 */
export function encodeSegment(value: string): string | undefined {
  if (value === '.' || value === '..' || !value.isWellFormed()) return undefined;
  return encodeURIComponent(value);
}
