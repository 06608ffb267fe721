/** Where the embedded engine keeps its state. */
import type { Command } from 'commander';
import type { StoreOptions } from '../../context.ts';
import { DEFAULT_LOCK_TIMEOUT_MS, DEFAULT_STORE_FOLDER } from '../../config.ts';
import { formatDuration, parseDuration } from './flag-values.ts';

interface StoreFlags {
  readonly store?: string;
  readonly lockTimeout?: number;
}

export function addStoreOptions(command: Command): Command {
  return command
    .option('--store <folder>', `store of the embedded engine (EXAMCTL_STORE; default ${DEFAULT_STORE_FOLDER})`)
    .option(
      '--lock-timeout <duration>',
      `how long to wait for a locked store, such as 30s (default ${formatDuration(DEFAULT_LOCK_TIMEOUT_MS)})`,
      parseDuration,
    );
}

/** The same as data; whether the command writes is its own to say. */
export type StoreChoice = Pick<StoreOptions, 'store' | 'lockTimeoutMs'>;

export function readStoreOptions(command: Command, env: Readonly<Record<string, string | undefined>>): StoreChoice {
  const { store = env['EXAMCTL_STORE'] || DEFAULT_STORE_FOLDER, lockTimeout } = command.optsWithGlobals<StoreFlags>();
  return { store, ...(lockTimeout === undefined ? {} : { lockTimeoutMs: lockTimeout }) };
}
