/** Puts an app on a socket, with time limits for those who send slowly and an end that lets work be finished. */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { urlHost } from '../base/text/url-text.ts';
import { BASE_PATH } from '../platform/routes.ts';
import { type ServerAnswer, textOf } from './answers.ts';
import type { App } from './app.ts';
import { createConnections, type Exchange, type StopReport } from './connections.ts';
import type { ServerLog } from './events.ts';
import { type HttpRule, refuseRequest } from './refusals.ts';

export interface ListenOptions {
  readonly app: App;
  /** A name or an address; `0.0.0.0` and `::` are every interface. */
  readonly host: string;
  /** 0 is a free one. */
  readonly port: number;
  /** In PEM form. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  readonly limits?: Partial<ConnectionLimits> | undefined;
  readonly log?: ServerLog | undefined;
}

export const DEFAULT_LIMITS = {
  /** For all headers of a request, from the first byte or the opening of the connection. */
  headersTimeoutMs: 10_000,
  /** For a whole request, however steadily its bytes come. */
  requestTimeoutMs: 120_000,
  /** How long a connection may idle between two requests. */
  keepAliveTimeoutMs: 30_000,
  maxConnections: 512,
};
type ConnectionLimits = Readonly<typeof DEFAULT_LIMITS>;

export const MAX_HEADER_BYTES = 16 * 1024;
export const MAX_HEADERS = 200;
/** How often node looks for connections that are over their time. */
const CHECK_INTERVAL_MS = 1_000;
const HANDSHAKE_TIMEOUT_MS = 10_000;
const STOP_DEADLINE_MS = 10_000;

export interface RunningServer {
  readonly port: number;
  /** `http://127.0.0.1:8787`. */
  readonly origin: string;
  /** Where the interface is: the origin and the base path. */
  readonly url: string;
  /** Takes no new requests and finishes those that it has begun; after the deadline, connections are cut. */
  stop(options?: { readonly deadlineMs?: number }): Promise<StopReport>;
}

/** Listens; rejects with node's error where the address cannot be had. */
export async function startServer(options: ListenOptions): Promise<RunningServer> {
  const { app, host, port, tls, log = () => {} } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const server: Server = tls
    ? createTlsServer({ ...nodeOptions(limits), ...tls, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_TIMEOUT_MS })
    : createServer(nodeOptions(limits));
  // Given a limit, node leaves out the headers beyond it without a word; their bytes are bounded already.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.maxConnections;
  const connections = createConnections(server, tls !== undefined);
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) =>
    connections.track(incoming, outgoing, async () => {
      const url = urlOf(incoming);
      const header = (name: string) => headerOf(incoming, name);
      if (incoming.rawHeaders.length > 2 * MAX_HEADERS) {
        refuse(outgoing, 'http.headers.too-large', log, `: at most ${MAX_HEADERS} are read`);
      } else if (url === undefined) refuse(outgoing, 'http.malformed', log);
      else send(incoming, outgoing, await app({ method: incoming.method ?? '', url, header, body: incoming }));
    });
  // An expectation that is not known is not met, and that is allowed; node would answer 417, without the envelope.
  server.on('request', listener).on('checkExpectation', listener);
  server.on('clientError', (error, socket) => answerMalformed(error, socket, connections.pendingOf(socket), log));
  await listen(server, host, port);
  const address = server.address() as AddressInfo;
  const origin = `${tls ? 'https' : 'http'}://${urlHost(host)}:${address.port}`;
  return {
    port: address.port,
    origin,
    url: `${origin}${BASE_PATH}`,
    stop: ({ deadlineMs = STOP_DEADLINE_MS } = {}) => connections.stop(deadlineMs),
  };
}

function nodeOptions(limits: ConnectionLimits): ServerOptions {
  return {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, limits.headersTimeoutMs),
    maxHeaderSize: MAX_HEADER_BYTES,
    // A request without Host gets its answer in the envelope, as every other.
    requireHostHeader: false,
  };
}

/** All values of a header, with commas between them: of node's two tables, one drops values and the other takes long to make. */
function headerOf({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  let found: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const field = rawHeaders[at] ?? '';
    if (field.length !== name.length || field.toLowerCase() !== name) continue;
    const value = rawHeaders[at + 1] ?? '';
    found = found === undefined ? value : `${found}, ${value}`;
  }
  return found;
}

/** The address that a request names; undefined where it is malformed. */
function urlOf({ url: target = '', headers: { host = '' } }: IncomingMessage): URL | undefined {
  if (target.split('?', 1)[0]?.includes('\\')) return undefined;
  const isAbsolute = /^https?:\/\//.test(target);
  if (!isAbsolute && !target.startsWith('/')) return undefined;
  const address = isAbsolute ? target : `http://${host}${target}`;
  const url = parseUrl(address);
  return isAbsolute || url?.hostname === host.replace(/:\d+$/, '').toLowerCase() ? url : undefined;
}

/** Most addresses are right, and asking first whether they are would be to read them twice. */
function parseUrl(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

/** Time for a sender to read an answer that came before all of the request was sent. */
const REST_MS = 500;

function send(incoming: IncomingMessage, outgoing: ServerResponse, { status, text, headers, id }: ServerAnswer): void {
  const all: OutgoingHttpHeaders = { ...headers, 'Content-Length': Buffer.byteLength(text) };
  if (id !== undefined) all['X-Request-Id'] = id;
  outgoing.writeHead(status, all).end(text);
  if (incoming.complete) return;
  incoming.resume();
  const timer = setTimeout(() => incoming.socket.destroySoon(), REST_MS);
  incoming.once('close', () => clearTimeout(timer));
}

/** The body, if any, is not read: the connection ends with the answer. */
function refuse(outgoing: ServerResponse, rule: HttpRule, log: ServerLog, detail?: string): void {
  log({ event: 'refusal', rule });
  send(outgoing.req, outgoing, textOf(refuseRequest(rule, detail), { Connection: 'close' }));
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

const RULES: Readonly<Record<string, HttpRule>> = {
  HPE_HEADER_OVERFLOW: 'http.headers.too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'http.too-slow',
  HPE_INVALID_EOF_STATE: 'http.body.cut-off',
};

/** `pending` are the requests of the same connection that have no answer yet, oldest first. */
function answerMalformed(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  pending: readonly Exchange[],
  log: ServerLog,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const rule = RULES[error.code ?? ''] ?? 'http.malformed';
  log({ event: 'refusal', rule });
  // Earlier complete requests are under way and get their own answers. Ours would be mistaken for one.
  const whole = pending.findLast(({ incoming }) => incoming.complete);
  if (whole) whole.outgoing.once('close', () => socket.destroy());
  else if (pending.some(({ outgoing }) => outgoing.headersSent)) socket.destroy();
  else socket.end(rawAnswer(rule), () => socket.destroy());
}

function rawAnswer(rule: HttpRule): string {
  const { status, text } = textOf(refuseRequest(rule));
  const headers = [
    `HTTP/1.1 ${status} Bad Request`,
    'Content-Type: application/json',
    'Cache-Control: no-store',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return `${headers.join('\r\n')}\r\n\r\n${text}`;
}
