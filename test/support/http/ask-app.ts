/** Sends a request to an app without a socket, with the parameters of `fetch`. */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { App } from '../../../src/server/app.ts';

export async function askApp(app: App, address: string, init: RequestInit): Promise<Response> {
  const { method, headers, body, url } = new Request(address, init);
  const {
    text,
    id = '',
    ...answer
  } = await app({
    method,
    url: new URL(url),
    header: (name) => headers.get(name) ?? undefined,
    body: body === null ? Readable.from([]) : Readable.fromWeb(body as ReadableStream),
  });
  const all = { ...answer.headers, 'X-Request-Id': id };
  return new Response(method === 'HEAD' ? null : text, { ...answer, headers: all });
}
