/**
 * Sends a request once and returns the result. The connection reports when it is about to write the first byte, so an
 * unsent request is known for certain.
 */
import { isUtf8 } from 'node:buffer';
import { type Dispatcher, Pool } from 'undici';
import { UsageError } from '../../errors.ts';
import { AUTHORIZATION_SCHEME, tokenFault } from '../../platform/routes.ts';
import type { Attempt } from './attempt-outcome.ts';
import { ConnectError, createConnector, describeSocketError, type ProxyAddress } from './connector.ts';

export interface TransportOptions {
  readonly origin: string;
  readonly token: string;
  readonly connections: number;
  /** The time from the first step of connecting to the last byte of the answer. */
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
   * Whether it gets a new connection. A server may close an idle connection just when the next request is written, and
   * then the outcome is unknown. A request that cannot be repeated must not risk that.
   */
  readonly fresh: boolean;
  /** Names the request, the same in each attempt: the header Idempotency-Key. */
  readonly key?: string | undefined;
  /** Drops the request while it is under way. Only for a request that changes nothing. */
  readonly drop?: AbortSignal | undefined;
}

export interface Transport {
  send(request: WireRequest): Promise<Attempt>;
  /** Closes all connections. No request may be under way. */
  close(): Promise<void>;
}

const MAX_CONNECT_MS = 10_000;

export function createTransport(options: TransportOptions): Transport {
  const { origin, connections, timeoutMs } = options;
  const headers = createRequestHeaders(options.token);
  const connect = createConnector({
    ca: options.ca,
    proxy: options.proxy,
    timeoutMs: Math.min(timeoutMs, MAX_CONNECT_MS),
  });
  // The library's timers restart at every byte, so the deadline is our own timer.
  const createPool = (pipelining: 0 | 1): Pool =>
    new Pool(origin, { connections, pipelining, connect, headersTimeout: 0, bodyTimeout: 0 });
  const kept = createPool(1);
  let closing: Pool | undefined;
  return {
    send: ({ method, path, body, fresh, key, drop }) =>
      new Promise((resolve) => {
        if (fresh) closing ??= createPool(0);
        const pool = fresh && closing !== undefined ? closing : kept;
        const handler = new AttemptHandler(options, drop, resolve);
        // Without this, the library closes the connection after a DELETE with a body.
        const reset = fresh ? {} : { reset: false };
        const all = key === undefined ? headers : { ...headers, 'idempotency-key': key };
        pool.dispatch({ origin, method, path, headers: all, body: body ?? null, ...reset }, handler);
      }),
    close: async () => {
      await Promise.all([kept.destroy(), closing?.destroy()]);
    },
  };
}

/** Asks for no compression: answers are small. */
export function createRequestHeaders(token: string): Readonly<Record<string, string>> {
  const fault = tokenFault(token);
  if (fault !== undefined) {
    // The message says what is wrong with the token, and never has the token itself.
    throw new UsageError(`The token ${fault}`, {
      hint: 'A file with the token should hold the token alone, in one line.',
    });
  }
  return {
    authorization: `${AUTHORIZATION_SCHEME} ${token}`,
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'examctl',
  };
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

class AttemptHandler implements Dispatcher.DispatchHandler {
  readonly #options: TransportOptions;
  readonly #resolve: (attempt: Attempt) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #drop: AbortSignal | undefined;
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: Headers = {};
  #isSettled = false;

  constructor(options: TransportOptions, drop: AbortSignal | undefined, resolve: (attempt: Attempt) => void) {
    this.#options = options;
    this.#resolve = resolve;
    this.#drop = drop;
    drop?.addEventListener('abort', this.#onDrop);
    this.#timer = setTimeout(
      () => this.#end(`there was no answer within ${options.timeoutMs / 1000} s`),
      options.timeoutMs,
    );
  }

  /** Called just before the first byte. Stops a request that was given up, or that the library writes a second time. */
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
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const { maxAnswerBytes } = this.#options;
    if (this.#length > maxAnswerBytes) this.#end(`the answer is longer than ${maxAnswerBytes} bytes`);
  }

  onResponseEnd(): void {
    if (this.#isSettled) return;
    this.#settle();
    this.#resolve(this.#answered(readText(this.#content, this.#header('content-encoding'))));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isSettled) return;
    const isPermanent = error instanceof ConnectError && error.isPermanent;
    const reason = error instanceof ConnectError ? error.message : describeSocketError(error);
    this.#end(reason, isPermanent ? 'trying again would not help' : undefined);
  }

  /** Ends the attempt before the answer is complete. */
  #end(reason: string, whyFinal?: string): void {
    if (this.#isSettled) return;
    this.#settle();
    this.#controller?.abort(new Error(reason));
    if (this.#controller === undefined) this.#resolve({ kind: 'not-processed', reason, whyFinal });
    else if (this.#status === 0) this.#resolve({ kind: 'uncertain', reason });
    else this.#resolve(this.#answered({ text: this.#content.toString('utf8', 0, LOOKED_AT_BYTES), flaw: reason }));
  }

  readonly #onDrop = (): void => this.#end('it was dropped');

  #settle(): void {
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#drop?.removeEventListener('abort', this.#onDrop);
  }

  get #content(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  #header(name: string): string | undefined {
    const value = this.#headers[name];
    return typeof value === 'string' ? value : value?.[0];
  }

  #answered(body: BodyText): Attempt {
    return {
      kind: 'answered',
      status: this.#status,
      ...body,
      retryAfter: this.#header('retry-after'),
      date: this.#header('date'),
      location: this.#header('location'),
    };
  }
}

const FIRST_FINAL_STATUS = 200;
const LOOKED_AT_BYTES = 4_096;

interface BodyText {
  readonly text: string;
  /** Why the text is not the whole body. */
  readonly flaw?: string | undefined;
}

/** Plain UTF-8 alone is read, as JSON is and as the request asks for: other bytes would be guessed at. */
export function readText(bytes: Buffer, encoding = ''): BodyText {
  const isPlain = ['', 'identity'].includes(encoding.trim().toLowerCase());
  if (!isPlain) return { text: '', flaw: 'the answer is compressed, or in another encoding that was not asked for' };
  const text = bytes.toString('utf8');
  return isUtf8(bytes) ? { text } : { text, flaw: 'the answer is not UTF-8' };
}
