/** Answers as they go out: status, headers and bytes. */
import type { Answer } from '../platform/envelope.ts';

export interface ServerAnswer {
  readonly status: number;
  /** Or its bytes, where they are kept. */
  readonly text: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** That of the request, where one was read. */
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

/** A service may answer what is asked again with the same envelope: its bytes are the same as well. */
const keptBytes = new WeakMap<Answer<unknown>['envelope'], Buffer>();

export function bytesOf({ status, envelope }: Answer<unknown>): ServerAnswer {
  const text = keptBytes.get(envelope) ?? Buffer.from(JSON.stringify(envelope));
  keptBytes.set(envelope, text);
  return { status, text, headers: HEADERS };
}
