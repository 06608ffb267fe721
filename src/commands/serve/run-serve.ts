/** Serves a store until a signal stops the command. */
import type { Context } from '../../context.ts';
import { withoutCredentials } from '../../base/url-text.ts';
import { tokenFault } from '../../platform/token.ts';
import { UsageError } from '../../errors.ts';
import type { Output } from '../../output/terminal/streams.ts';
import type { Target } from '../../bulk/model/target.ts';
import { createApp } from '../../server/app.ts';
import { type Authorise, createAuthorise, digestOf } from '../../server/authorise.ts';
import { knownHosts } from '../../server/hosts.ts';
import { type RunningServer, startServer } from '../../server/listen.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import type { TokenContext } from '../local/token.ts';
import type { StoreChoice } from '../options/store-options.ts';
import { createServerLog } from './serve-log.ts';
import { listenError } from './listen-error.ts';
import { readTlsFiles, requireTls, type TlsFiles } from './tls-files.ts';

export type ServeContext = TokenContext & Pick<Context, 'stopSignal' | 'openTarget'>;

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly tlsCert: string | null;
  readonly tlsKey: string | null;
  readonly store: StoreChoice;
  readonly global: GlobalOptions;
}

/**
 * Settles when the server has stopped. Being told to stop is how a server ends: with every request finished, that is
 * success, whichever signal it was.
 */
export async function runServe(context: ServeContext, options: ServeOptions): Promise<void> {
  requireTls(options);
  const output = context.openOutput(options.global);
  const tls = await readTlsFiles(options);
  const authorise = await prepareTokens(context, options.store.store);
  const target = await context.openTarget({
    kind: 'local',
    ...options.store,
    mode: 'write',
    command: 'serve',
    onWarning: (message) => output.warn(message),
  });
  try {
    await serveUntilStopped(context, options, { output, target, authorise, tls });
  } finally {
    await target.close();
  }
}

interface Serving {
  readonly output: Output;
  readonly target: Target;
  readonly authorise: Authorise;
  readonly tls: TlsFiles | null;
}

async function serveUntilStopped(
  { stopSignal }: ServeContext,
  { host, port, store, global }: ServeOptions,
  { output, target, authorise, tls }: Serving,
): Promise<void> {
  const signal = stopSignal();
  if (signal.aborted) return;
  const log = createServerLog(output, global);
  const isKnownHost = knownHosts({ host, ...(tls ? { cert: tls.cert } : {}) });
  const app = createApp({ service: target.service, authorise, isKnownHost, log });
  const server = await startServer({ app, host, port, log, ...(tls ? { tls } : {}) }).catch((cause) => {
    throw listenError(host, port, cause);
  });
  const stop = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  try {
    await output.data(await urlText(server, global));
    output.note(`Serving ${withoutCredentials(store.store)}; Ctrl-C stops it.`);
    if (!signal.aborted) await stop;
    output.note('Stopping: finishing the requests that were begun.');
  } finally {
    // Nothing may listen once the store is closed.
    const { cutOff } = await server.stop();
    if (cutOff > 0) output.warn(`${cutOff} requests were not finished in time and were cut off.`);
  }
}

/** Tokens are read anew when they have changed, so that one can be added or revoked while the server runs. */
async function prepareTokens({ env, storeBackend }: ServeContext, store: string): Promise<Authorise> {
  const tokens = await storeBackend(store).tokens(store);
  const fromEnvironment = env['EXAMCTL_TOKEN'] ? [digestOf(requirePresentable(env['EXAMCTL_TOKEN']))] : [];
  const digests = async () => [
    ...fromEnvironment,
    ...(await tokens.list()).map(({ digest }) => Buffer.from(digest, 'hex')),
  ];
  if ((await digests()).length === 0) {
    throw new UsageError('There is no token, so the server would refuse every request', {
      hint: 'Make one with examctl local token add, or set EXAMCTL_TOKEN.',
    });
  }
  return createAuthorise(digests);
}

/** Without a token every request would be refused, so the server does not start. */
function requirePresentable(token: string): string {
  const fault = tokenFault(token);
  if (fault === undefined) return token;
  throw new UsageError(`EXAMCTL_TOKEN ${fault}`, {
    hint: 'It cannot be sent. Set another one, or unset it and make one with examctl local token add.',
  });
}

async function urlText({ url, port }: RunningServer, { format }: GlobalOptions): Promise<string> {
  if (format !== 'json' && format !== 'ndjson') return `${url}\n`;
  const { renderJson, renderNdjson } = await import('../../output/files/json.ts');
  const document = { schemaVersion: 1, command: 'serve', url, port, pid: process.pid };
  return format === 'json' ? renderJson(document) : [...renderNdjson([document])].join('');
}
