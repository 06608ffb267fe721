/** Whether a photo can be loaded from its URL, for the engine's setting `PhotoCheck: "load"`. */
import { lookup as dnsLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, request } from 'undici';

export interface PhotoLoaderOptions {
  /** Whether an address may be contacted. By default only public ones: a row of a file must not reach our own network. */
  readonly isAllowed?: (address: string) => boolean;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 10 * 1024 * 1024;

/** Loads over http and https only, follows no redirect, and has limits of time and size. The loader never throws. */
export function createPhotoLoader({
  isAllowed = isPublicAddress,
  timeoutMs = TIMEOUT_MS,
  maxBytes = MAX_BYTES,
}: PhotoLoaderOptions = {}): (url: string) => Promise<boolean> {
  const agent = new Agent({ connect: { lookup: guardedLookup(isAllowed) }, keepAliveTimeout: 1 });
  return async (url) => {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    // A host that is an address is never looked up, so it is checked here.
    if (isIP(host) !== 0 && !isAllowed(host)) return false;
    try {
      const { statusCode, body } = await request(url, { dispatcher: agent, signal: AbortSignal.timeout(timeoutMs) });
      return (await isSmall(body, maxBytes)) && statusCode === 200;
    } catch {
      return false;
    }
  };
}

/** Addresses that anybody on the internet can reach. */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast';
}

async function isSmall(body: AsyncIterable<Buffer> & { destroy(): unknown }, maxBytes: number): Promise<boolean> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes <= maxBytes) continue;
    body.destroy();
    return false;
  }
  return bytes > 0;
}

/** Looks up a name and passes on only allowed addresses. The socket connects to one of these, so no later change counts. */
function guardedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
      const allowed = (addresses ?? []).filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (error || first === undefined) callback(error ?? new Error('no public address'), '', 0);
      else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
