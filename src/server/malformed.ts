/** Answers what never became a request: bytes that are no HTTP, headers beyond the limit, senders out of time. */
import type { Duplex } from 'node:stream';
import type { Exchange } from './connections.ts';
import type { ServerLog } from './events.ts';
import { type HttpRule, refuseRequest } from './refusals.ts';

const RULES: Readonly<Record<string, HttpRule>> = {
  HPE_HEADER_OVERFLOW: 'http.headers.too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'http.too-slow',
  HPE_INVALID_EOF_STATE: 'http.body.cut-off',
};

/** `pending` are the requests of the same connection that have no answer yet, oldest first. */
export function answerMalformed(
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
  const { status, envelope } = refuseRequest(rule);
  const body = JSON.stringify(envelope);
  const headers = [
    `HTTP/1.1 ${status} Bad Request`,
    'Content-Type: application/json',
    'Cache-Control: no-store',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${headers.join('\r\n')}\r\n\r\n${body}`;
}
