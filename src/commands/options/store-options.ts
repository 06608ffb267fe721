/** Where the embedded engine keeps its state. */
import type { Command } from 'commander';
import { isUrl } from '../../base/text/url-text.ts';
import { DEFAULT_LOCK_TIMEOUT_MS, DEFAULT_STORE_FOLDER } from '../../built-in-defaults.ts';
import type { Platform, StoreOptions } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import type { Call } from './call.ts';
import type { confirmProfile } from './confirm-profile.ts';
import { formatDuration, parseDuration } from './flag-values.ts';

export interface StoreFlags {
  readonly store?: string | undefined;
  readonly tenant?: string | undefined;
  readonly storePasswordFile?: string | undefined;
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
    .option('--store-password-file <file>', 'read the password of the database from a file; or PGPASSWORD, PGPASSFILE')
    .option(
      '--lock-timeout <duration>',
      `how long to wait for a locked store, such as 30s (default ${formatDuration(DEFAULT_LOCK_TIMEOUT_MS)})`,
      parseDuration,
    );
}

/** The same as data; whether the command writes is its own to say. */
export type StoreChoice = Pick<StoreOptions, 'store' | 'lockTimeoutMs'>;

export function readStoreOptions({ flags, settings }: Pick<Call, 'flags' | 'settings'>): StoreChoice {
  const { lockTimeout, tenant, storePasswordFile } = flags as StoreFlags;
  const found = settings.findEvenIfExcluded('store');
  const store = String(found?.value);
  if (store === '') {
    throw new UsageError(`The name of the store is empty (${found?.origin})`, {
      hint: 'Name a folder, or a database as postgres://USER@HOST/DATABASE.',
    });
  }
  return { store: withParameters(store, { tenant, passwordfile: storePasswordFile }), lockTimeoutMs: lockTimeout };
}

/** The flags become a part of the store's address, so that one text says which store it is. */
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
  // What is no address is refused by who opens it.
  if (!URL.canParse(store)) return store;
  const url = new URL(store);
  for (const [name, value] of given) url.searchParams.set(name, value);
  return url.href;
}

/** Asked before a store is written, whatever writes it. */
export async function confirmWrite(...call: Parameters<typeof confirmProfile>): Promise<void> {
  const { confirmProfile } = await import('./confirm-profile.ts');
  await confirmProfile(...call);
}

/** Opens the embedded platform of the store that the flags name, for some work, and closes it whatever comes. */
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
