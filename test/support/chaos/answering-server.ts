/** A simple platform on loopback. A function of the test answers each request, and all requests are remembered. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';

/** An environment with a token, which the server takes as any other. */
export const TOKEN = { EXAMCTL_TOKEN: 'test-token-of-no-worth' };

export interface Said {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** `Infinity`: the server never answers. */
  readonly afterMs?: number;
}

export interface AnsweringServer {
  readonly url: string;
  readonly bodies: { readonly ExternalId: string; readonly [field: string]: unknown }[];
  /** Settles when this number of requests has arrived. */
  came(count: number): Promise<void>;
  close(): Promise<void>;
}

/** The documented success: of a schedule the id, of others the user. */
function accepted(body: { readonly Schedule?: { readonly ScheduleExtId?: string } }): string {
  const Content = body.Schedule?.ScheduleExtId ?? { User: body, GroupErrors: [] };
  return JSON.stringify({ Content, Success: true, Errors: null });
}

export async function startAnsweringServer(
  answer: (
    body: { ExternalId: string },
    index: number,
    headers: IncomingHttpHeaders,
    path: string,
  ) => Said = () => ({}),
): Promise<AnsweringServer> {
  const bodies: AnsweringServer['bodies'] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    // A request that only reads has none.
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
    const index = bodies.push(body) - 1;
    for (const { count, resolve } of waiting) if (bodies.length >= count) resolve();
    const {
      status = 200,
      headers = {},
      body: text = accepted(body),
      afterMs = 0,
    } = answer(body, index, request.headers, request.url ?? '');
    if (afterMs === Number.POSITIVE_INFINITY) return;
    setTimeout(() => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text), afterMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    bodies,
    came: (count) =>
      new Promise((resolve) => (bodies.length >= count ? resolve() : void waiting.push({ count, resolve }))),
    close,
  };
}
