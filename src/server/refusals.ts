/** What the server itself refuses, before an operation is reached; in the envelope, with rule names below `http`. */
import { type Answer, refuse, type Status } from '../platform/envelope.ts';
import type { ApiError } from '../platform/problem.ts';

const REFUSALS = {
  'http.token': [403, 'Not allowed to use the external API: send the header "Authorization: EAPI <token>"'],
  'http.host': [400, 'The header Host names no address of this server'],
  'http.path': [400, 'The path is not well encoded: % is followed by two hexadecimal digits, and they are UTF-8'],
  'http.route': [404, 'There is no such resource'],
  'http.method': [405, 'The resource does not have this method'],
  'http.busy.rate': [429, 'This token sends more requests a second than it may'],
  'http.busy.concurrency': [429, 'This token has more requests under way than it may'],
  'http.idempotency-key': [400, 'The header Idempotency-Key is visible ASCII without spaces, 255 characters at most'],
  'http.content-type': [400, 'Send the header "Content-Type: application/json"; the charset, if any, is utf-8'],
  'http.content-encoding': [400, 'Send the body as it is: compressed bodies are not read'],
  'http.body.too-large': [400, 'The body is too large'],
  'http.body.cut-off': [400, 'The body ended before it was complete'],
  'http.body.not-utf-8': [400, 'The body is not UTF-8'],
  'http.body.not-json': [400, 'The body is not valid JSON'],
  'http.body.too-deep': [400, 'Arrays and objects of the body are nested too deep'],
  'http.body.repeated-key': [400, 'An object of the body has the same key twice'],
  'http.malformed': [400, 'The request is not well-formed HTTP'],
  'http.headers.too-large': [400, 'The headers are too large'],
  'http.too-slow': [400, 'The request did not arrive in time'],
  'http.unavailable': [503, 'The store cannot be used now'],
  'http.fault': [500, 'Internal server error'],
} as const satisfies Record<string, readonly [Status, string]>;

export type HttpRule = keyof typeof REFUSALS;

export const HTTP_RULES = Object.keys(REFUSALS) as readonly HttpRule[];

/** `detail` completes the message, and holds nothing of the request but numbers. */
export function refuseRequest(rule: HttpRule, detail = ''): Answer<never> {
  const [status, message] = REFUSALS[rule];
  const error: ApiError = { Code: null, Error: `${message}${detail}`, Rule: rule };
  return refuse(status, [error]);
}
