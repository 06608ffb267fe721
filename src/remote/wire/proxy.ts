/** Finds the proxy for requests in the environment. */

import { isIPv6 } from 'node:net';
import type { Environment } from '../../base/environment.ts';
import { isLoopback } from '../../base/text/url-text.ts';
import { UsageError } from '../../errors.ts';
import type { Address } from '../address.ts';

export interface ProxyAddress {
  readonly origin: string;
  /** The value of the header Proxy-Authorization, which the platform never gets. */
  readonly authorization: string | undefined;
}

/**
 * The proxy for an address: `HTTPS_PROXY`, else `HTTP_PROXY`, unless `NO_PROXY` names the host. Names in small letters
 * come first, and an empty variable counts as not set. This machine itself is never reached through a proxy: with plain
 * http, the token would leave it in the clear.
 */
export function findProxy(address: Address, env: Environment): ProxyAddress | undefined {
  if (isLoopback(address.hostname)) return undefined;
  const name = PROXY_NAMES.find((candidate) => (env[candidate] ?? '') !== '');
  if (name === undefined || isExempt(address, env['no_proxy'] || env['NO_PROXY'] || '')) return undefined;
  return parseProxy(env[name] ?? '', name);
}

const PROXY_NAMES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/**
 * `*`, `example.org` (and all below it), `.example.org`, `*.example.org`, `example.org:8443`, `fd00::2`, `[fd00::2]:8443`;
 * between commas or spaces.
 */
function isExempt({ hostname, port }: Address, list: string): boolean {
  return list
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, host = '', entryPort] = /^(.*?)(?::(\d{1,5}))?$/.exec(isIPv6(entry) ? `[${entry}]` : entry) ?? [];
      if (entryPort !== undefined && Number(entryPort) !== port) return false;
      if (host === '*') return true;
      const suffix = asHostname(host.replace(/^\*?\./, ''));
      return hostname === suffix || hostname.endsWith(`.${suffix}`);
    });
}

/** Writes a host as URLs do: in small letters, and an IPv6 address in its short form. */
function asHostname(host: string): string {
  const isAddress = host.startsWith('[') && URL.canParse(`http://${host}`);
  return isAddress ? new URL(`http://${host}`).hostname : host.toLowerCase();
}

function parseProxy(text: string, name: string): ProxyAddress {
  const withScheme = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (url === undefined || url.hostname === '' || !(url.protocol === 'http:' || url.protocol === 'https:')) {
    throw new UsageError(`The environment variable ${name} is not the address of an HTTP proxy`, {
      hint: 'For example: http://proxy.example.org:3128',
    });
  }
  return { origin: url.origin, authorization: basicAuthorization(url, name) };
}

function basicAuthorization({ username, password }: URL, name: string): string | undefined {
  if (username === '' && password === '') return undefined;
  try {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(credentials).toString('base64')}`;
  } catch {
    throw new UsageError(`The environment variable ${name} holds credentials that are not percent-encoded`);
  }
}
