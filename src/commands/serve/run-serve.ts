/** Serves a store until a signal stops the command. */
import { setTimeout as sleep } from 'node:timers/promises';
import { withoutCredentials } from '../../base/text/url-text.ts';
import type { Context, Served } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { createApp } from '../../server/app.ts';
import type { Authorise } from '../../server/authorise.ts';
import { knownHosts } from '../../server/hosts.ts';
import { type RunningServer, startServer } from '../../server/listen.ts';
import { createMetrics } from '../../server/operate/metrics.ts';
import { createProbes } from '../../server/operate/probes.ts';
import { createTokenLimits } from '../../server/operate/token-limits.ts';
import type { TokenContext } from '../local/token.ts';
import type { Call } from '../options/call.ts';
import { confirmWrite, type StoreChoice } from '../options/store-options.ts';
import { presentError, presentObject } from '../present-result.ts';
import { createServerLog } from './server-log.ts';
import { readTlsFiles, type TlsFiles, type TlsFlags } from './tls-files.ts';
import { prepareTokens } from './tokens.ts';

export type ServeContext = TokenContext & Pick<Context, 'stopSignal' | 'openServed' | 'setExitCode'>;

export interface ServeFlags extends TlsFlags {
  readonly port: number;
  /** How long the server still accepts requests after the signal to stop, in milliseconds. */
  readonly drain: number;
  readonly sandbox?: true | undefined;
  readonly accessLog?: true | undefined;
  readonly maxBody?: number | undefined;
  readonly tokenRate?: number | undefined;
  readonly tokenConcurrency?: number | undefined;
}

export interface ServeOptions extends Call<ServeFlags, ServeContext> {
  readonly store: StoreChoice;
}

/**
 * Resolves when the server has stopped. A signal is the normal way to stop a server, so the exit code is 0 if every
 * request is finished. If its store cannot be used any more, the server stops too, with the code of that error.
 */
export async function runServe(options: ServeOptions): Promise<void> {
  const { context, flags, store } = options;
  const tls = await readTlsFiles(flags);
  await confirmWrite(options, context.stopSignal());
  const authorise = await prepareTokens(context, store.store);
  await serveStore(options, { authorise, tls });
}

async function announce(options: ServeOptions, { url, port }: RunningServer): Promise<void> {
  const started = { schemaVersion: 1, command: 'serve', url, port, pid: process.pid };
  await presentObject(options, started, `${url}\n`);
  options.output.note(`Serving ${withoutCredentials(options.store.store)}; Ctrl-C stops it.`);
  if (options.flags.sandbox)
    options.output.note('The sandbox is on: a token can also delete everything in this store.');
}

interface Access {
  readonly authorise: Authorise;
  readonly tls: TlsFiles | undefined;
}

async function serveStore(options: ServeOptions, access: Access): Promise<void> {
  const { context, output, store } = options;
  const onWarning = (message: string) => output.warn(message);
  const served = await context.openServed({ ...store, mode: 'write', command: 'serve', onWarning });
  const forget = () => served.forgetKeptAnswers().catch(() => onWarning('Kept answers could not be cleared away.'));
  const lost = new AbortController();
  const timers = [
    setInterval(forget, FORGET_INTERVAL_MS),
    setInterval(() => abortIfLost(served, lost), LOSS_INTERVAL_MS),
  ];
  try {
    await forget();
    await serveUntilStopped(options, { ...access, served, lost: lost.signal });
  } finally {
    timers.forEach(clearInterval);
    await served.close().catch((error: unknown) => lost.abort(error));
  }
  if (lost.signal.aborted) await presentError(options, lost.signal.reason);
}

const FORGET_INTERVAL_MS = 3_600_000;
/** A server without requests notices the loss of its store only if it looks. */
const LOSS_INTERVAL_MS = 1_000;

function abortIfLost(served: Served, lost: AbortController): void {
  try {
    served.assertUsable();
  } catch (error) {
    lost.abort(error);
  }
}

async function serveUntilStopped(
  options: ServeOptions,
  serving: Access & { readonly served: Served; readonly lost: AbortSignal },
): Promise<void> {
  const { context, output, flags } = options;
  const signal = AbortSignal.any([context.stopSignal(), serving.lost]);
  if (signal.aborted) return;
  const server = await start(options, serving, signal);
  const stop = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  try {
    await announce(options, server);
    if (!signal.aborted) await stop;
    output.note('Stopping: finishing the requests that were begun.');
    await sleep(flags.drain);
  } finally {
    // The server must stop before the store is closed.
    const { cutOff } = await server.stop();
    if (cutOff > 0) output.warn(`${cutOff} requests were not finished in time and were cut off.`);
  }
}

async function start(
  { output, flags, global }: ServeOptions,
  { served, authorise, tls }: Access & { readonly served: Served },
  signal: AbortSignal,
): Promise<RunningServer> {
  const { host, port, sandbox, maxBody, tokenRate, tokenConcurrency } = flags;
  const hasLimits = tokenRate !== undefined || tokenConcurrency !== undefined;
  const counted = createMetrics(served.counts);
  const hasAccessLog = flags.accessLog === true || global.verbose === true;
  const writeLog = createServerLog({ output, hasAccessLog, debug: global.debug === true });
  const log: typeof writeLog = (event) => {
    counted.log(event);
    writeLog(event);
  };
  const app = createApp({
    service: served.service,
    keyed: served.keyed,
    sandbox: sandbox ? served.sandbox : undefined,
    authorise,
    isKnownHost: knownHosts({ host, cert: tls?.cert }),
    maxBodyBytes: maxBody,
    begin: hasLimits ? createTokenLimits({ ratePerSecond: tokenRate, concurrency: tokenConcurrency }) : undefined,
    probe: createProbes({
      check: served.check,
      isServing: () => !signal.aborted,
      metrics: counted.text,
    }),
    log,
  });
  return startServer({ app, host, port, log, tls }).catch((cause) => {
    throw listenError(host, port, cause);
  });
}

const REASONS: Readonly<Record<string, readonly [problem: string, hint: string]>> = {
  EADDRINUSE: ['the port is in use', 'Choose another one with --port; 0 takes a free one.'],
  EACCES: ['the port may not be used', 'Choose one above 1023 with --port; 0 takes a free one.'],
  EADDRNOTAVAIL: ['this machine does not have that address', 'Give an address of this machine with --host.'],
  ENOTFOUND: ['that name has no address', 'Give a name or an address of this machine with --host.'],
  EAI_AGAIN: ['that name cannot be looked up now', 'Give an address of this machine with --host.'],
};

/** The error of a server that cannot listen on its address. */
function listenError(host: string, port: number, cause: NodeJS.ErrnoException): UsageError {
  const [problem, hint] = REASONS[cause.code ?? ''] ?? [cause.message, 'Choose another --host or --port.'];
  return new UsageError(`Cannot listen on ${host}, port ${port}: ${problem}`, { hint, cause });
}
