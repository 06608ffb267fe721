/** Serves a store, or a sandbox of its own, until a signal stops the command. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { withoutCredentials } from '../../base/text/url-text.ts';
import type { Served } from '../../context.ts';
import { ExamctlError, UsageError } from '../../errors.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { AUTHORIZATION_SCHEME } from '../../platform/routes.ts';
import { createApp } from '../../server/app.ts';
import type { Authorise } from '../../server/authorise.ts';
import type { FaultEvent, ServerLog } from '../../server/events.ts';
import { knownHosts } from '../../server/hosts.ts';
import { type RunningServer, startServer } from '../../server/listen.ts';
import { createMetrics } from '../../server/operate/metrics.ts';
import { createProbes } from '../../server/operate/probes.ts';
import { createTokenLimits } from '../../server/operate/token-limits.ts';
import { loadExample } from '../local/run-state.ts';
import type { Call } from '../options/call.ts';
import { presentError, presentObject } from '../options/present-result.ts';
import { confirmWrite, type StoreChoice } from '../options/target-options.ts';
import { prepareTokens, readTlsFiles, type TlsFiles, type TlsFlags } from './access.ts';

export interface ServeFlags extends TlsFlags {
  readonly port: number;
  /** How long the server still accepts requests after the signal to stop, in milliseconds. */
  readonly drain: number;
  readonly sandbox?: true | undefined;
  readonly example?: true | undefined;
  readonly accessLog?: true | undefined;
  readonly maxBody?: number | undefined;
  readonly tokenRate?: number | undefined;
  readonly tokenConcurrency?: number | undefined;
}

interface ServeOptions extends Call<ServeFlags> {
  readonly store: StoreChoice;
}

/**
 * Resolves when the server has stopped. A signal is the normal way to stop a server, so the exit code is 0 if every
 * request is finished. If its store cannot be used any more, the server stops too, with the code of that error.
 */
export async function runServe(options: ServeOptions): Promise<void> {
  const { context, flags, store } = options;
  const tls = await readTlsFiles(flags);
  if (flags.example) return serveExample(options, tls);
  await confirmWrite(options, context.stopSignal());
  const authorise = await prepareTokens(context, store.store);
  await serveStore(options, { authorise, tls });
}

/** Serves a sandbox with the example catalogue. Its store is in a folder that only the owner can read, until it stops. */
async function serveExample(options: ServeOptions, tls: TlsFiles | undefined): Promise<void> {
  const { context, flags } = options;
  // From here on a signal stops the command in order, so that the folder is removed.
  if (context.stopSignal().aborted) return;
  const folder = await mkdtemp(path.join(tmpdir(), 'examctl-sandbox-'));
  try {
    const store = path.join(folder, 'store');
    const backend = context.storeBackend(store);
    await backend.create(store);
    const platform = await context.openPlatform({ store, mode: 'write' });
    await loadExample(platform).finally(() => platform.close());
    const { token } = await (await backend.tokens(store)).add('example');
    const authorise = await prepareTokens(context, store);
    const sandbox: ServeOptions = { ...options, store: { store }, flags: { ...flags, sandbox: true } };
    await serveStore(sandbox, { authorise, tls, token });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function announce(options: ServeOptions, { token }: Access, { url, port }: RunningServer): Promise<void> {
  const { output, store, flags } = options;
  const started = { schemaVersion: 1, command: 'serve', url, port, pid: process.pid, token };
  await presentObject(options, started, `${[url, token].filter(Boolean).join('\n')}\n`);
  if (token !== undefined) {
    output.note('A sandbox with the example catalogue; Ctrl-C stops it and deletes it. The second line is its token:');
    output.note(
      `curl -H "Authorization: ${AUTHORIZATION_SCHEME} TOKEN" ${url}/external/review-sessions/${EXAMPLE_SESSION}`,
    );
    return;
  }
  output.note(`Serving ${withoutCredentials(store.store)}; Ctrl-C stops it.`);
  if (flags.sandbox) output.note('The sandbox is on: a token can also delete everything in this store.');
}

/** A review session of the example catalogue. */
const EXAMPLE_SESSION = 'RS-LAW-101-2026';

interface Access {
  readonly authorise: Authorise;
  readonly tls: TlsFiles | undefined;
  /** The token of a sandbox, which is printed. */
  readonly token?: string | undefined;
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
    await announce(options, serving, server);
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

interface LogOptions {
  readonly output: Output;
  /** Whether each request is logged. Internal failures are always logged. */
  readonly hasAccessLog: boolean;
  readonly debug: boolean;
}

/** The log on standard error: one JSON object per line. */
function createServerLog({ output, hasAccessLog, debug }: LogOptions): ServerLog {
  const line = (event: object) => JSON.stringify({ time: new Date().toISOString(), ...event });
  return (event) => {
    if (event.event === 'fault') output.warn(line(describeFault(event, debug)));
    else if (hasAccessLog) output.note(line(event));
  };
}

/** The details of an unexpected exception may contain personal data, so they are logged with `--debug` only. */
function describeFault({ event, id, error }: FaultEvent, debug: boolean): object {
  const name = error instanceof Error ? error.name : typeof error;
  const message = error instanceof ExamctlError ? error.message : undefined;
  return { event, id, name, message, detail: debug ? inspect(error) : undefined };
}
