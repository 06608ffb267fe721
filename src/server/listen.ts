/** Runs an app on a socket, with time limits for slow senders and a stop that lets requests finish. */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { bareHost, urlHost } from '../base/text/url-text.ts';
import { BASE_PATH } from '../platform/routes.ts';
import { type HttpRule, refuseRequest, type ServerAnswer, textOf } from './answers.ts';
import type { App } from './app.ts';
import { createConnections, type Exchange, type StopReport } from './connections.ts';
import type { ServerLog } from './events.ts';

export interface ListenOptions {
  readonly app: App;
  /** A name or an address; `0.0.0.0` and `::` are every interface. */
  readonly host: string;
  /** 0 lets the system choose a free port. */
  readonly port: number;
  /** Certificate and key in PEM form; absent for plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  readonly limits?: Partial<ConnectionLimits> | undefined;
  readonly log?: ServerLog | undefined;
}

export const DEFAULT_LIMITS = {
  /** For all headers of a request, from the first byte or the opening of the connection. */
  headersTimeoutMs: 10_000,
  /** For a whole request, even if its bytes arrive steadily. */
  requestTimeoutMs: 120_000,
  /** For an idle connection between two requests. */
  keepAliveTimeoutMs: 30_000,
  maxConnections: 512,
};
type ConnectionLimits = Readonly<typeof DEFAULT_LIMITS>;

export const MAX_HEADER_BYTES = 16 * 1024;
export const MAX_HEADERS = 200;
/** The interval at which Node checks the time limits of connections. */
const CHECK_INTERVAL_MS = 1_000;
const HANDSHAKE_TIMEOUT_MS = 10_000;
const STOP_DEADLINE_MS = 10_000;

export interface RunningServer {
  readonly port: number;
  /** `http://127.0.0.1:8787`. */
  readonly origin: string;
  /** The address of the interface: the origin and the base path. */
  readonly url: string;
  /** Accepts no new requests and finishes the current ones. After the deadline, it closes all connections. */
  stop(options?: { readonly deadlineMs?: number }): Promise<StopReport>;
}

/** Starts to listen. Rejects with Node's error if the address cannot be used. */
export async function startServer(options: ListenOptions): Promise<RunningServer> {
  const { app, host, port, tls, log = () => {} } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const server: Server = tls
    ? createTlsServer({ ...nodeOptions(limits), ...tls, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_TIMEOUT_MS })
    : createServer(nodeOptions(limits));
  // With a limit, Node would silently drop further headers. `maxHeaderSize` limits their bytes already.
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
  // A server may ignore an unknown expectation. By default, Node would answer 417 without the envelope.
  server.on('request', listener).on('checkExpectation', listener);
  server.on('clientError', (error, socket) => answerMalformed(error, socket, connections.pendingOf(socket), log));
  // Without this listener, Node would close the connection of a CONNECT without an answer.
  server.on('connect', (_incoming, socket) => {
    socket.on('error', () => socket.destroy());
    refuseRaw('http.route', socket, connections.pendingOf(socket), log);
  });
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
    // Without this, Node itself would answer a request without Host, and not in the envelope.
    requireHostHeader: false,
  };
}

/**
 * Returns all values of a header, with commas in between. Node has two tables of headers: one drops values, and the
 * other takes long to make.
 */
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

/** The host of a request without the header Host, which HTTP/1.0 allows: no name of a server. */
const NO_HOST = 'no-host.invalid';

/** Returns the URL of a request; undefined if it is malformed. */
function urlOf({ url: target = '', headers, httpVersion }: IncomingMessage): URL | undefined {
  const { host = httpVersion === '1.0' ? NO_HOST : '' } = headers;
  if (target.split('?', 1)[0]?.includes('\\')) return undefined;
  const isAbsolute = /^https?:\/\//.test(target);
  if (!isAbsolute && !target.startsWith('/')) return undefined;
  const address = isAbsolute ? target : `http://${host}${target}`;
  const url = parseUrl(address);
  return isAbsolute || url?.hostname === host.replace(/:\d+$/, '').toLowerCase() ? url : undefined;
}

/** Most addresses are valid, and `URL.canParse` before `new URL` would parse each of them twice. */
function parseUrl(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

/** Time for a sender to read an answer that came before the end of the request. */
const LINGER_MS = 500;

function send(incoming: IncomingMessage, outgoing: ServerResponse, { status, text, headers, id }: ServerAnswer): void {
  const all: OutgoingHttpHeaders = { ...headers, 'Content-Length': Buffer.byteLength(text) };
  if (id !== undefined) all['X-Request-Id'] = id;
  outgoing.writeHead(status, all).end(text);
  if (incoming.complete) return;
  incoming.resume();
  // The answer may have to wait for that of an earlier request on the same connection.
  outgoing.once('finish', () => {
    if (incoming.complete) return;
    const timer = setTimeout(() => incoming.socket.destroySoon(), LINGER_MS);
    incoming.once('close', () => clearTimeout(timer));
  });
}

/** Refuses a request without reading its body, and closes the connection after the answer. */
function refuse(outgoing: ServerResponse, rule: HttpRule, log: ServerLog, detail?: string): void {
  log({ event: 'refusal', rule });
  send(outgoing.req, outgoing, textOf(refuseRequest(rule, detail), { Connection: 'close' }));
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: bareHost(host), port }, () => {
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

/** Answers a malformed request. `pending` are the requests of the same connection without an answer, oldest first. */
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
  refuseRaw(RULES[error.code ?? ''] ?? 'http.malformed', socket, pending, log);
}

/** Refuses a request that Node does not pass on, and closes its connection. */
function refuseRaw(rule: HttpRule, socket: Duplex, pending: readonly Exchange[], log: ServerLog): void {
  log({ event: 'refusal', rule });
  // Earlier complete requests get their own answers first. The client would take a refusal for one of these.
  const complete = pending.findLast(({ incoming }) => incoming.complete);
  const end = () => {
    const isAnswered = pending.some(({ incoming, outgoing }) => !incoming.complete && outgoing.headersSent);
    if (socket.writable) socket.end(isAnswered ? '' : rawAnswer(rule), () => socket.destroy());
  };
  if (complete) complete.outgoing.once('close', end);
  else end();
}

function rawAnswer(rule: HttpRule): string {
  const { status, text } = textOf(refuseRequest(rule));
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    'Cache-Control: no-store',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return `${headers.join('\r\n')}\r\n\r\n${text}`;
}
