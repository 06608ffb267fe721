/**
 * Sends a request once and says what became of it. It hears from the connection itself when the first byte is about to
 * be written, and so knows for certain what was not sent.
 */
import { type Dispatcher, Pool } from 'undici';
import { BodyCollector, decodeBody, tooLong } from './answer-body.ts';
import type { Attempt } from '../delivery/attempt.ts';
import { ConnectError, describeSocketError } from './connect-error.ts';
import { createConnector } from './connector.ts';
import type { ProxyAddress } from './proxy.ts';

export interface TransportOptions {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  /** From the first step to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  readonly ca: string | undefined;
  readonly proxy: ProxyAddress | undefined;
}

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body: string | undefined;
  /**
   * On a connection of its own. A server may close an idle connection just when the next request is written, and then
   * the outcome is unknown; a request that cannot be repeated takes no part in that race.
   */
  readonly fresh: boolean;
}

export interface Transport {
  send(request: WireRequest): Promise<Attempt>;
  /** Ends all connections. Nothing must be under way. */
  close(): Promise<void>;
}

const MAX_CONNECT_MS = 10_000;

export function createTransport(options: TransportOptions): Transport {
  const { origin, headers, connections, timeoutMs } = options;
  const connect = createConnector({
    ca: options.ca,
    proxy: options.proxy,
    timeoutMs: Math.min(timeoutMs, MAX_CONNECT_MS),
  });
  // The deadline is ours: the library's timers start anew at every byte.
  const createPool = (pipelining: 0 | 1): Pool =>
    new Pool(origin, { connections, pipelining, connect, headersTimeout: 0, bodyTimeout: 0 });
  const kept = createPool(1);
  let closing: Pool | undefined;
  return {
    send: ({ method, path, body, fresh }) =>
      new Promise((resolve) => {
        if (fresh) closing ??= createPool(0);
        const pool = fresh && closing !== undefined ? closing : kept;
        const handler = new AttemptHandler(options, resolve);
        // A DELETE with a body would end its connection unless it is told not to.
        const reset = fresh ? {} : { reset: false };
        pool.dispatch({ origin, method, path, headers, body: body ?? null, ...reset }, handler);
      }),
    close: async () => {
      await Promise.all([kept.destroy(), closing?.destroy()]);
    },
  };
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

class AttemptHandler implements Dispatcher.DispatchHandler {
  readonly #options: TransportOptions;
  readonly #resolve: (attempt: Attempt) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #body: BodyCollector;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: Headers = {};
  #isSettled = false;

  constructor(options: TransportOptions, resolve: (attempt: Attempt) => void) {
    this.#options = options;
    this.#resolve = resolve;
    this.#body = new BodyCollector(options.maxAnswerBytes);
    this.#timer = setTimeout(
      () => this.#end(`there was no answer within ${options.timeoutMs / 1000} s`),
      options.timeoutMs,
    );
  }

  /** Called just before the first byte is written. What was given up or has begun before is not written again. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    const isFirst = this.#controller === undefined;
    if (this.#isSettled || !isFirst) controller.abort(new Error('given up'));
    else this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < FIRST_FINAL_STATUS) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#isSettled && !this.#body.add(chunk)) this.#end(tooLong(this.#options.maxAnswerBytes));
  }

  onResponseEnd(): void {
    if (this.#isSettled) return;
    this.#settle();
    void this.#decode().then((attempt) => this.#resolve(attempt));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isSettled) return;
    const reason = error instanceof ConnectError ? error.message : describeSocketError(error);
    this.#end(reason, error instanceof ConnectError && error.isPermanent);
  }

  /** The attempt ends before the answer does. */
  #end(reason: string, isPermanent = false): void {
    if (this.#isSettled) return;
    this.#settle();
    this.#controller?.abort(new Error(reason));
    if (this.#controller === undefined) this.#resolve({ kind: 'not-sent', reason, isPermanent });
    else if (this.#status === 0) this.#resolve({ kind: 'unsure', reason });
    else this.#resolve(this.#answered({ text: this.#body.content.toString('utf8', 0, LOOKED_AT_BYTES), flaw: reason }));
  }

  #settle(): void {
    this.#isSettled = true;
    clearTimeout(this.#timer);
  }

  async #decode(): Promise<Attempt> {
    const { maxAnswerBytes } = this.#options;
    const encoding = first(this.#headers['content-encoding']);
    const contentType = first(this.#headers['content-type']);
    return this.#answered(await decodeBody(this.#body.content, { encoding, contentType }, maxAnswerBytes));
  }

  #answered(body: { readonly text: string; readonly flaw?: string }): Attempt {
    return {
      kind: 'answered',
      status: this.#status,
      ...body,
      retryAfter: first(this.#headers['retry-after']),
      date: first(this.#headers['date']),
      location: first(this.#headers['location']),
    };
  }
}

const FIRST_FINAL_STATUS = 200;
const LOOKED_AT_BYTES = 4_096;

function first(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}
