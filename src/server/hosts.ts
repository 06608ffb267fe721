/**
 * Checks the host name in a request. A page of another site can make a browser resolve that site's name to a loopback
 * address (DNS rebinding). The header Host then has the name of that site, so the request is refused.
 */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { bareHost } from '../base/text/url-text.ts';

/** Whether a host name, without a port, is a name of this server. */
export type IsKnownHost = (name: string) => boolean;

export interface HostOptions {
  /** The name or the address at which the server listens. */
  readonly host: string;
  /** Certificate in PEM form: its names are names of this server. */
  readonly cert?: string | undefined;
}

export function knownHosts({ host, cert }: HostOptions): IsKnownHost {
  const names = new Set(['localhost', '127.0.0.1', '::1', bareHost(host), ...(isWildcard(host) ? ownNames() : [])]);
  const certificate = cert === undefined ? undefined : new X509Certificate(cert);
  return (name) => {
    const bare = bareHost(name);
    if (names.has(bare)) return true;
    return (isIP(bare) ? certificate?.checkIP(bare) : certificate?.checkHost(bare)) !== undefined;
  };
}

const HOST_HEADER = /^(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::\d{1,5})?$/;

/**
 * Returns the host of a header Host or of a URL's authority; undefined if it is malformed. The port is ignored, since
 * tunnels and containers change it. DNS rebinding cannot change the name.
 */
export function hostOf(authority: string): string | undefined {
  return HOST_HEADER.exec(authority)?.[1];
}

function isWildcard(host: string): boolean {
  return ['0.0.0.0', '::'].includes(bareHost(host));
}

function ownNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return [hostname().toLowerCase(), ...addresses.map(({ address }) => address.toLowerCase())];
}
