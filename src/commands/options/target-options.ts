/** Where a command sends: the embedded engine's store, or a remote platform. */
import type { Command } from 'commander';
import { withoutCredentials } from '../../base/url-text.ts';
import { REMOTE_DEFAULTS } from '../../config.ts';
import type { RemoteOptions } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import type { Environment } from '../../output/terminal/terminal-facts.ts';
import { formatDuration, parseRate, parseRetries, parseTimeLimit } from './flag-values.ts';
import { addStoreOptions, readStoreOptions, type StoreChoice } from './store-options.ts';

export type RemoteChoice = Omit<RemoteOptions, 'concurrency' | 'token' | 'signal' | 'onWait'> & {
  readonly tokenFile?: string;
};

export type TargetChoice = ({ readonly kind: 'local' } & StoreChoice) | ({ readonly kind: 'remote' } & RemoteChoice);

interface TargetFlags {
  readonly store?: string;
  readonly baseUrl?: string;
  readonly tokenFile?: string;
  readonly caFile?: string;
  readonly timeout?: number;
  readonly retries?: number;
  readonly rate?: number;
}

export function addTargetOptions(command: Command): Command {
  command
    .option('--base-url <url>', 'send to a remote platform (EXAMCTL_BASE_URL); its token is in EXAMCTL_TOKEN')
    .option('--token-file <file>', 'read the token of the remote platform from a file')
    .option('--ca-file <file>', 'trust the certificate authorities in a PEM file')
    .option(
      '--timeout <duration>',
      `how long one request to a remote may take in all (default ${formatDuration(REMOTE_DEFAULTS.timeoutMs)})`,
      parseTimeLimit,
    )
    .option(
      '--retries <n>',
      `how often a request to a remote is tried again (default ${REMOTE_DEFAULTS.retries})`,
      parseRetries,
    )
    .option('--rate <n/s>', 'requests a second to a remote at most, such as 20/s', parseRate);
  return addStoreOptions(command);
}

/** Flags come before the environment; of two that are on the same footing, neither wins. */
export function readTargetOptions(command: Command, env: Environment): TargetChoice {
  const flags = command.optsWithGlobals<TargetFlags>();
  if (flags.baseUrl !== undefined && flags.store !== undefined) {
    throw new UsageError('Give either --base-url or --store: a command sends to one place', {
      hint: 'Leave --store out to send to the remote platform.',
    });
  }
  const baseUrl = flags.baseUrl ?? (flags.store === undefined ? env['EXAMCTL_BASE_URL'] || undefined : undefined);
  if (baseUrl === undefined) return { kind: 'local', ...readStoreOptions(command, env) };
  return { kind: 'remote', baseUrl, ...readRemoteOptions(command) };
}

/** How a remote is spoken to, whichever it is. */
export function readRemoteOptions(command: Command): Omit<RemoteChoice, 'baseUrl'> {
  const { tokenFile, caFile, timeout, retries, rate } = command.optsWithGlobals<TargetFlags>();
  return {
    ...(tokenFile === undefined ? {} : { tokenFile }),
    ...(caFile === undefined ? {} : { caFile }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    ...(retries === undefined ? {} : { retries }),
    ...(rate === undefined ? {} : { ratePerSecond: rate }),
  };
}

/** As it is said before anything is written. */
export function describeTarget(target: TargetChoice): string {
  return target.kind === 'local' ? `the embedded engine in ${whereOf(target)}` : whereOf(target);
}

/** The same as reports and records name it. */
export function whereOf(target: TargetChoice): string {
  return withoutCredentials(target.kind === 'local' ? target.store : target.baseUrl);
}

/** The store, or where there is none because the platform is a remote one. */
export function storeOf(target: TargetChoice): StoreChoice | undefined {
  return target.kind === 'local' ? target : undefined;
}
