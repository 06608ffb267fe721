/** The refusals of the server before an operation is reached: status, message, a refused case and an accepted one. */
import type { Status } from '../envelope.ts';

export interface HttpRefusal {
  readonly status: Status;
  readonly message: string;
  readonly fails: string;
  readonly passes: string;
}

const row = (status: Status, message: string, fails: string, passes: string): HttpRefusal => {
  return { status, message, fails, passes };
};

export const HTTP_REFUSALS = {
  'http.token': row(
    403,
    'Not allowed to use the external API: send the header "Authorization: EAPI <token>"',
    'Authorization: Bearer <token>, or a token that was revoked',
    'Authorization: EAPI <token>',
  ),
  'http.host': row(
    400,
    'The header Host names no address of this server',
    'Host: example.org',
    'the host and the port at which the server listens',
  ),
  'http.path': row(
    400,
    'The path is not well encoded: % is followed by two hexadecimal digits, and they are UTF-8',
    'GET /review-session/50%',
    'GET /review-session/50%25',
  ),
  'http.route': row(404, 'There is no such resource', 'POST /users', 'POST /user'),
  'http.method': row(405, 'The resource does not have this method', 'PUT /user', 'POST /user'),
  'http.busy.rate': row(
    429,
    'This token sends more requests a second than it may',
    'to send again at once after a 429',
    'to wait as long as Retry-After says',
  ),
  'http.busy.concurrency': row(
    429,
    'This token has more requests under way than it may',
    'to begin another request before one of those under way has its answer',
    'to wait for an answer, or as long as Retry-After says',
  ),
  'http.idempotency-key': row(
    400,
    'The header Idempotency-Key is visible ASCII without spaces, 255 characters at most',
    'Idempotency-Key: my key',
    'Idempotency-Key: 4f6c1f4e-1b9e-4c1e-9d4f-2f3b1a7c9e10',
  ),
  'http.content-type': row(
    400,
    'Send the header "Content-Type: application/json"; the charset, if any, is utf-8',
    'Content-Type: text/plain',
    'Content-Type: application/json; charset=utf-8',
  ),
  'http.content-encoding': row(
    400,
    'Send the body as it is: compressed bodies are not read',
    'Content-Encoding: gzip',
    'no header Content-Encoding',
  ),
  'http.body.too-large': row(
    400,
    'The body is too large',
    'one schedule with all candidates of the year in it',
    'a schedule for each sitting',
  ),
  'http.body.cut-off': row(
    400,
    'The body ended before it was complete',
    'fewer bytes than Content-Length says',
    'as many bytes as Content-Length says',
  ),
  'http.body.not-utf-8': row(400, 'The body is not UTF-8', 'a body in windows-1252', 'a body in UTF-8'),
  'http.body.not-json': row(
    400,
    'The body is not valid JSON',
    '{"Email": j@example.org}',
    '{"Email": "j@example.org"}',
  ),
  'http.body.too-deep': row(
    400,
    'Arrays and objects of the body are nested too deep',
    'a list in a list, many times over',
    'the fields of the interface, which need few levels',
  ),
  'http.body.repeated-key': row(
    400,
    'An object of the body has the same key twice',
    '{"City": "Delft", "City": "Leiden"}',
    '{"City": "Delft"}',
  ),
  'http.malformed': row(
    400,
    'The request is not well-formed HTTP',
    'bytes of TLS at a port that speaks HTTP',
    'a request that an HTTP client has written',
  ),
  'http.headers.too-large': row(
    400,
    'The headers are too large',
    'a header with a whole document in it',
    'the headers that an HTTP client sends by itself, and the token',
  ),
  'http.too-slow': row(
    400,
    'The request did not arrive in time',
    'a byte of the body each second',
    'the whole body without a pause',
  ),
  'http.unavailable': row(
    503,
    'The store cannot be used now',
    'a request while another process holds the store',
    'the same request later, as Retry-After says',
  ),
  'http.fault': row(
    500,
    'Internal server error',
    'a fault of the server; its log has the id of the request and the cause',
    'the same request once the cause is gone',
  ),
} as const satisfies Record<string, HttpRefusal>;
