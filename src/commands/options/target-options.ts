/** Flags of the target: the store of the embedded engine, or a remote platform. */
import type { Command } from 'commander';
import { withoutCredentials } from '../../base/text/url-text.ts';
import { REMOTE_DEFAULTS } from '../../built-in-defaults.ts';
import type { RemoteOptions } from '../../context.ts';
import type { Call } from './call.ts';
import { formatDuration, parseFileName, parseRate, parseRetries, parseTimeLimit } from './flag-values.ts';
import { addStoreOptions, readStoreOptions, type StoreChoice, type StoreFlags } from './store-options.ts';

export interface RemoteChoice extends Pick<RemoteOptions, 'baseUrl' | 'insecureHttp' | 'caFile' | 'ratePerSecond'> {
  readonly tokenFile?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
}

export type TargetChoice = ({ readonly kind: 'local' } & StoreChoice) | ({ readonly kind: 'remote' } & RemoteChoice);

/** A call of a command that sends. */
export interface TargetCall<F = unknown> extends Call<F> {
  readonly target: TargetChoice;
}

export interface TargetFlags extends StoreFlags {
  readonly baseUrl?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly insecureHttp?: true | undefined;
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
  readonly rate?: number | undefined;
}

export function addTargetOptions(command: Command): Command {
  command
    .optionsGroup('Target')
    .option('--base-url <url>', 'send to a remote platform (EXAMCTL_BASE_URL); its token is in EXAMCTL_TOKEN')
    .option('--token-file <file>', 'read the token of the remote platform from a file', parseFileName)
    .option('--ca-file <file>', 'trust the certificate authorities in a PEM file', parseFileName)
    .option('--insecure-http', 'allow http:// to another machine, token included')
    .option(
      '--timeout <duration>',
      `time limit of a request to a remote (default ${formatDuration(REMOTE_DEFAULTS.timeoutMs)})`,
      parseTimeLimit,
    )
    .option(
      '--retries <n>',
      `further attempts at a request to a remote (default ${REMOTE_DEFAULTS.retries})`,
      parseRetries,
    )
    .option('--rate <n/s>', 'requests a second to a remote at most, such as 20/s', parseRate);
  return addStoreOptions(command);
}

/** The chosen target. The first level of the settings that names a store or a base URL decides. */
export function readTargetOptions(call: Call): TargetChoice {
  const baseUrl = call.settings.find('baseUrl')?.value;
  if (baseUrl === undefined) return { kind: 'local', ...readStoreOptions(call) };
  // A variable that was filled from a file ends with a line break.
  return { kind: 'remote', baseUrl: String(baseUrl).trim(), ...readRemoteOptions(call.flags as TargetFlags) };
}

/** The options of requests to a remote, without its address. */
export function readRemoteOptions(flags: TargetFlags): Omit<RemoteChoice, 'baseUrl'> {
  const { tokenFile, caFile, insecureHttp, timeout: timeoutMs, retries, rate: ratePerSecond } = flags;
  return { tokenFile, caFile, insecureHttp, timeoutMs, retries, ratePerSecond };
}

/** The target as messages before a write name it. */
export function describeTarget(target: TargetChoice): string {
  return target.kind === 'local' ? `the embedded engine in ${whereOf(target)}` : whereOf(target);
}

/** The target as reports and run records name it, without credentials. */
export function whereOf(target: TargetChoice): string {
  return withoutCredentials(target.kind === 'local' ? target.store : target.baseUrl);
}
