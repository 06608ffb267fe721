/** Refusals of the server before an operation is reached, in the envelope, with rules that begin with `http`. */
import { type Answer, refuse } from '../platform/envelope.ts';
import { HTTP_REFUSALS } from '../platform/explain/http-rules.ts';
import type { ApiError } from '../platform/problem.ts';

export type HttpRule = keyof typeof HTTP_REFUSALS;

/** `detail` completes the message. It contains nothing from the request except numbers. */
export function refuseRequest(rule: HttpRule, detail = ''): Answer<never> {
  const { status, message } = HTTP_REFUSALS[rule];
  const error: ApiError = { Code: null, Error: `${message}${detail}`, Rule: rule };
  return refuse(status, [error]);
}
