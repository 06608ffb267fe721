/** Makes HTTP answers: status, headers and bytes; and the refusals of the server before an operation is reached. */
import { type Answer, refuse } from '../platform/envelope.ts';
import { HTTP_REFUSALS } from '../platform/explain/http-rules.ts';

export interface ServerAnswer {
  readonly status: number;
  /** The body, as text or as bytes. */
  readonly text: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** The id of the request, if a request was read. */
  readonly id?: string | undefined;
}

/** The headers of every answer. */
export const HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

export function textOf(
  { status, envelope }: Answer<unknown>,
  headers?: Readonly<Record<string, string>>,
): ServerAnswer & { readonly text: string } {
  return { status, text: JSON.stringify(envelope), headers: headers ? { ...HEADERS, ...headers } : HEADERS };
}

/** A service may return the same envelope for a repeated read. Its bytes are made once. */
const keptBytes = new WeakMap<Answer<unknown>['envelope'], Buffer>();

export function bytesOf({ status, envelope }: Answer<unknown>): ServerAnswer {
  const text = keptBytes.get(envelope) ?? Buffer.from(JSON.stringify(envelope));
  keptBytes.set(envelope, text);
  return { status, text, headers: HEADERS };
}

export type HttpRule = keyof typeof HTTP_REFUSALS;

/** `detail` completes the message. It contains nothing from the request except numbers. */
export function refuseRequest(rule: HttpRule, detail = ''): Answer<never> {
  const { status, message } = HTTP_REFUSALS[rule];
  return refuse(status, [{ Code: null, Error: `${message}${detail}`, Rule: rule }]);
}
