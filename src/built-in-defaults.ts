/** Defaults, used if neither a flag nor the environment sets a value. */

/** The store, below the working folder. */
export const DEFAULT_STORE_FOLDER = '.examctl/store';

/** The records of runs, below the working folder. */
export const DEFAULT_RUNS_FOLDER = '.examctl/runs';

/** How long a locked store is waited for. */
export const DEFAULT_LOCK_TIMEOUT_MS = 10_000;

/** How a remote platform is spoken to. */
export const REMOTE_DEFAULTS = {
  /** The time limit of one attempt. */
  timeoutMs: 30_000,
  /** Attempts beyond the first. */
  retries: 5,
} as const;

/** Requests under way at once. */
export const DEFAULT_CONCURRENCY = { local: 32, remote: 8 } as const;
