/** The refusals of the server before an operation is reached. */
import type { Status } from '../envelope.ts';

export interface HttpRefusal {
  readonly status: Status;
  readonly message: string;
}

export const HTTP_REFUSALS = {
  'http.token': {
    status: 403,
    message: 'Not allowed to use the external API: send the header "Authorization: EAPI <token>"',
  },
  'http.host': { status: 400, message: 'The header Host names no address of this server' },
  'http.path': {
    status: 400,
    message: 'The path is not well encoded: % is followed by two hexadecimal digits, and they are UTF-8',
  },
  'http.route': { status: 404, message: 'There is no such resource' },
  'http.method': { status: 405, message: 'The resource does not have this method' },
  'http.busy.rate': { status: 429, message: 'This token sends more requests a second than it may' },
  'http.busy.concurrency': { status: 429, message: 'This token has more requests under way than it may' },
  'http.idempotency-key': {
    status: 400,
    message: 'The header Idempotency-Key is visible ASCII without spaces, 255 characters at most',
  },
  'http.content-type': {
    status: 400,
    message: 'Send the header "Content-Type: application/json"; the charset, if any, is utf-8',
  },
  'http.content-encoding': { status: 400, message: 'Send the body as it is: compressed bodies are not read' },
  'http.body.too-large': { status: 400, message: 'The body is too large' },
  'http.body.cut-off': { status: 400, message: 'The body ended before it was complete' },
  'http.body.not-utf-8': { status: 400, message: 'The body is not UTF-8' },
  'http.body.not-json': { status: 400, message: 'The body is not valid JSON' },
  'http.body.too-deep': { status: 400, message: 'Arrays and objects of the body are nested too deep' },
  'http.body.repeated-key': { status: 400, message: 'An object of the body has the same key twice' },
  'http.malformed': { status: 400, message: 'The request is not well-formed HTTP' },
  'http.headers.too-large': { status: 400, message: 'The headers are too large' },
  'http.too-slow': { status: 400, message: 'The request did not arrive in time' },
  'http.unavailable': { status: 503, message: 'The store cannot be used now' },
  'http.fault': { status: 500, message: 'Internal server error' },
} as const satisfies Record<string, HttpRefusal>;
