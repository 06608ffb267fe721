/** Flags of the target: the store of the embedded engine, or a remote platform. */
import type { Command } from 'commander';
import { isUrl, withoutCredentials } from '../../base/text/url-text.ts';
import { DEFAULT_LOCK_TIMEOUT_MS, DEFAULT_STORE_FOLDER, REMOTE_DEFAULTS } from '../../built-in-defaults.ts';
import type { Platform, RemoteOptions, StoreOptions } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import type { Call } from './call.ts';
import type { confirmProfile } from './confirm.ts';
import {
  formatDuration,
  parseDuration,
  parseFileName,
  parseRate,
  parseRetries,
  parseTimeLimit,
} from './flag-values.ts';

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
    .optionsGroup('Platform')
    .option('--base-url <url>', 'send to a remote platform (EXAMCTL_BASE_URL); its token is in EXAMCTL_TOKEN')
    .option('--token-file <file>', 'read the token of the remote platform from a file', parseFileName)
    .option('--ca-file <file>', 'trust the certificate authorities in a PEM file', parseFileName)
    .option('--insecure-http', 'allow http:// to another machine, token included')
    .option(
      '--timeout <duration>',
      `time limit of a remote request (default ${formatDuration(REMOTE_DEFAULTS.timeoutMs)})`,
      parseTimeLimit,
    )
    .option('--retries <n>', `further attempts at a remote request (default ${REMOTE_DEFAULTS.retries})`, parseRetries)
    .option('--rate <n/s>', 'remote requests a second at most, such as 20/s', parseRate);
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
  return target.kind === 'local' ? `the local platform in ${whereOf(target)}` : whereOf(target);
}

/** The target as reports and run records name it, without credentials. */
export function whereOf(target: TargetChoice): string {
  return withoutCredentials(target.kind === 'local' ? target.store : target.baseUrl);
}

export interface StoreFlags {
  readonly store?: string | undefined;
  readonly tenant?: string | undefined;
  readonly storePasswordFile?: string | undefined;
  /** Only commands that can send to a remote have it. */
  readonly caFile?: string | undefined;
  readonly lockTimeout?: number | undefined;
}

export function addStoreOptions(command: Command): Command {
  return command
    .optionsGroup('Platform')
    .option(
      '--store <store>',
      `store of the local platform: a folder, or postgres://USER@HOST/DATABASE (EXAMCTL_STORE; default ${DEFAULT_STORE_FOLDER})`,
    )
    .option('--tenant <name>', 'whose part of the database to use (default default)')
    .option('--store-password-file <file>', 'file with the password of the database (or PGPASSWORD)', parseFileName)
    .option(
      '--lock-timeout <duration>',
      `how long to wait for a locked store (default ${formatDuration(DEFAULT_LOCK_TIMEOUT_MS)})`,
      parseDuration,
    );
}

/** The store of a call. The command itself adds whether it writes. */
export type StoreChoice = Pick<StoreOptions, 'store' | 'lockTimeoutMs'>;

export function readStoreOptions({ flags, settings }: Pick<Call, 'flags' | 'settings'>): StoreChoice {
  const { lockTimeout, tenant, storePasswordFile, caFile } = flags as StoreFlags;
  const found = settings.findEvenIfExcluded('store');
  const store = String(found?.value);
  if (store === '') {
    throw new UsageError(`The name of the store is empty (${found?.origin})`, {
      hint: 'Name a folder, or a database as postgres://USER@HOST/DATABASE.',
    });
  }
  // A folder needs no authorities. Like other flags of a remote, the flag is ignored there.
  const sslrootcert = isUrl(store) ? caFile : undefined;
  const address = withParameters(store, { tenant, passwordfile: storePasswordFile, sslrootcert });
  return { store: address, lockTimeoutMs: lockTimeout };
}

/** The store of a call, with its backend. `where` is the store as messages name it. */
export function findStore(call: Call) {
  const { store } = readStoreOptions(call);
  return { store, where: withoutCredentials(store), backend: call.context.storeBackend(store) };
}

/** Adds the flags to the address of the store, so that one text identifies the store. */
function withParameters(store: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  if (given.length === 0) return store;
  if (!isUrl(store)) {
    throw new UsageError('--tenant and --store-password-file belong to a database, and the store is a folder', {
      hint: 'Name a database with --store postgres://USER@HOST/DATABASE, or leave them out.',
    });
  }
  // A wrong address is refused when the store is opened.
  if (!URL.canParse(store)) return store;
  const url = new URL(store);
  for (const [name, value] of given) url.searchParams.set(name, value);
  return url.href;
}

/** Confirms the profile before a write to a store. Its code is loaded on demand. */
export async function confirmWrite(...call: Parameters<typeof confirmProfile>): Promise<void> {
  const { confirmProfile } = await import('./confirm.ts');
  await confirmProfile(...call);
}

/** Opens the local platform on the chosen store for `work`, and always closes it. */
export async function withPlatform<T>(
  call: Call,
  mode: StoreOptions['mode'],
  command: string,
  work: (platform: Platform) => Promise<T>,
): Promise<T> {
  const { context, output } = call;
  if (mode === 'write') await confirmWrite(call);
  const onWarning = (message: string) => output.warn(message);
  const platform = await context.openPlatform({ ...readStoreOptions(call), mode, command, onWarning });
  try {
    return await work(platform);
  } finally {
    await platform.close();
  }
}
