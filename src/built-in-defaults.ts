/** Values that apply if neither a flag nor a setting gives one. */

/** The store, below the working folder. */
export const DEFAULT_STORE_FOLDER = '.examctl/store';

/** The records of runs, below the working folder. */
export const DEFAULT_RUNS_FOLDER = '.examctl/runs';

/** How long a command waits for a locked store, or for a locked file of settings. */
export const DEFAULT_LOCK_TIMEOUT_MS = 10_000;

/** Defaults for requests to a remote platform. */
export const REMOTE_DEFAULTS = {
  /** The time limit of one attempt. */
  timeoutMs: 30_000,
  /** Attempts beyond the first. */
  retries: 5,
  /** The number of requests at the same time. */
  concurrency: 8,
} as const;
