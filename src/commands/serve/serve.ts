/** `serve`: the local platform as an HTTP API. */
import { InvalidArgumentError } from 'commander';
import { UsageError } from '../../errors.ts';
import type { Call } from '../options/call.ts';
import { defineCommand } from '../options/create-command.ts';
import { numberParser, parseCount, parseDuration, parseFileName, parseRate } from '../options/flag-values.ts';
import { addStoreOptions, readStoreOptions } from '../options/target-options.ts';
import type { ServeFlags } from './run-serve.ts';

const parsePort = numberParser(0, 65_535, 'Write a number from 0 to 65535; 0 takes a free port.');
const DEFAULT_PORT = 8787;
const DEFAULT_HOST = '127.0.0.1';

export const serveCommand = defineCommand('serve', {
  summary: 'the local platform as an HTTP API',
  description:
    'Serves the local platform over HTTP, with its rules and its errors, until it is told to stop. ' +
    'Prints the base URL. /healthz, /readyz and /metrics stand at the root of the host and need no token.',
  examples: [
    ['examctl serve --example', 'a sandbox to try an integration on: nothing else is needed'],
    ['examctl local token add', 'for a store of your own, a token first: every request needs one'],
    ['examctl serve', 'on this machine, at port 8787'],
    ['examctl serve --port 0 --json', 'at a free port, which is printed'],
    ['examctl serve --sandbox', 'for tests of an integration: links, lifecycle, catalogue and reset over HTTP'],
    ['examctl serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem', 'for other machines, encrypted'],
  ],
  takes: (command) =>
    addStoreOptions(
      command
        .option('--port <port>', 'where to listen; 0 takes a free one', parsePort, DEFAULT_PORT)
        .option('--host <host>', 'name or address to listen on; others than loopback need TLS', DEFAULT_HOST)
        .option('--tls-cert <file>', 'certificate in PEM form', parseFileName)
        .option('--tls-key <file>', 'its private key in PEM form', parseFileName)
        .option('--example', 'a sandbox with the example catalogue, deleted when it stops; prints its URL and a token')
        .option(
          '--sandbox',
          'also what the interface lacks and tests need, below /_sandbox/; a token can then delete all',
        )
        .option('--access-log', 'each request as a line of JSON on standard error')
        .option('--drain <duration>', 'how long it still answers, not ready, when told to stop', parseDuration, 0)
        .option('--max-body <size>', 'largest body that is read, such as 1MiB', parseSize)
        .option('--token-rate <rate>', 'requests that each process takes from one token, such as 20/s', parseRate)
        .option('--token-concurrency <number>', 'requests of one token at once, in each process', parseCount),
    ),
  work: async (call: Call<ServeFlags>) => {
    if (call.flags.example && call.settings.findEvenIfExcluded('store')?.level === 'flag') {
      throw new UsageError('--example has a store of its own', { hint: 'Leave out --example or --store.' });
    }
    const { runServe } = await import('./run-serve.ts');
    await runServe({ ...call, store: readStoreOptions(call) });
  },
});

const UNITS: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 * 1024 };
/** A body becomes one string, and Node cannot create a string of twice this size. */
const MAX_SIZE_MIB = 256;

/** `512KiB` or `1MiB`; a bare number is bytes. */
function parseSize(text: string): number {
  const match = /^(\d{1,9})(KiB|MiB)?$/.exec(text);
  const bytes = Number(match?.[1]) * (UNITS[match?.[2] ?? ''] ?? 1);
  if (!(bytes > 0 && bytes <= MAX_SIZE_MIB * 1024 * 1024)) {
    throw new InvalidArgumentError(`Write a size such as 512KiB or 1MiB, up to ${MAX_SIZE_MIB}MiB.`);
  }
  return bytes;
}
