/** Flags of the store, which keeps the state of the embedded engine. */
import type { Command } from 'commander';
import { isUrl, withoutCredentials } from '../../base/text/url-text.ts';
import { DEFAULT_LOCK_TIMEOUT_MS, DEFAULT_STORE_FOLDER } from '../../built-in-defaults.ts';
import type { Context, Platform, StoreOptions } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import type { Call } from './call.ts';
import type { confirmProfile } from './confirm-profile.ts';
import { formatDuration, parseDuration, parseFileName } from './flag-values.ts';

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
    .optionsGroup('Target')
    .option(
      '--store <store>',
      `store of the embedded engine: a folder, or postgres://USER@HOST/DATABASE (EXAMCTL_STORE; default ${DEFAULT_STORE_FOLDER})`,
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
export function findStore({ context, ...call }: Call<unknown, Pick<Context, 'storeBackend'>>) {
  const { store } = readStoreOptions(call);
  return { store, where: withoutCredentials(store), backend: context.storeBackend(store) };
}

/** Adds the flags to the address of the store, so that one text identifies the store. */
export function withParameters(store: string, parameters: Readonly<Record<string, string | undefined>>): string {
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
  const { confirmProfile } = await import('./confirm-profile.ts');
  await confirmProfile(...call);
}

/** Opens the embedded platform on the chosen store for `work`, and always closes it. */
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
