/**
 * The names under which the server may be addressed. A page of another site can make a browser resolve that site's
 * name to a loopback address (DNS rebinding); the header Host then still holds that site's name.
 */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { bareHost } from '../base/text/url-text.ts';

/** Whether a host of the header Host, without its port, is one of ours. */
export type IsKnownHost = (name: string) => boolean;

export interface HostOptions {
  /** What the server is bound to: a name or an address. */
  readonly host: string;
  /** Certificate in PEM form: its names are ours. */
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
 * The host of a header Host or of a URL's authority; undefined where it is none. The port is not looked at: tunnels
 * and containers change it, and it is the name that rebinding cannot fake.
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
