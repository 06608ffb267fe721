/** `serve`: the embedded platform as an HTTP API. */
import { Command, InvalidArgumentError } from 'commander';
import { addExamples } from '../options/examples.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { addStoreOptions, readStoreOptions } from '../options/store-options.ts';
import type { ServeContext, ServeOptions } from './run-serve.ts';

const EXAMPLES = [
  ['examctl local token add', 'a token first: every request needs one'],
  ['examctl serve', 'on this machine, at port 8787'],
  ['examctl serve --port 0 --json', 'at a free port, which is printed'],
  ['examctl serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem', 'for other machines, encrypted'],
] as const;

const DEFAULT_PORT = 8787;
const DEFAULT_HOST = '127.0.0.1';

interface ServeFlags {
  readonly port: number;
  readonly host: string;
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
}

export type RunServe = (context: ServeContext, options: ServeOptions) => Promise<void>;

const runLazily: RunServe = async (context, options) => {
  const { runServe } = await import('./run-serve.ts');
  return runServe(context, options);
};

export function serveCommand(context: ServeContext, run: RunServe = runLazily): Command {
  const command = new Command('serve')
    .summary('the embedded platform as an HTTP API')
    .description(
      'Serves the embedded platform over HTTP, with its rules and its errors, until it is told to stop. ' +
        'Prints the base URL; -v writes an access log to standard error.',
    )
    .option('--port <port>', 'where to listen; 0 takes a free one', parsePort, DEFAULT_PORT)
    .option('--host <host>', 'name or address to listen on; others than loopback need TLS', DEFAULT_HOST)
    .option('--tls-cert <file>', 'certificate in PEM form')
    .option('--tls-key <file>', 'its private key in PEM form');
  addStoreOptions(command);
  addExamples(command, EXAMPLES);
  return command.action(async ({ port, host, tlsCert, tlsKey }: ServeFlags, self: Command) => {
    await run(context, {
      port,
      host,
      tlsCert: tlsCert ?? null,
      tlsKey: tlsKey ?? null,
      store: readStoreOptions(self, context.env),
      global: readGlobalOptions(self),
    });
  });
}

const MAX_PORT = 65_535;

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > MAX_PORT) {
    throw new InvalidArgumentError(`It is a number from 0 to ${MAX_PORT}; 0 takes a free one.`);
  }
  return port;
}
