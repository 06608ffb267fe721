/** Settings that are not given by flags. */

/** The store where neither flag nor environment names one, below the working folder. */
export const DEFAULT_STORE_FOLDER = '.examctl/store';

/** The records of runs where the environment names no other folder, below the working folder. */
export const DEFAULT_RUNS_FOLDER = '.examctl/runs';
