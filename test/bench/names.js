/** What is compared with. */
export const NODE = 'node -e 0';
export const ZOD = 'csv-parse + zod';
export const SQLITE = 'csv-parse + zod + better-sqlite3';
export const SMALLER = 'examctl with a fifth of the users';
export const EMPTY = 'examctl on an empty store';
export const POOL = 'bare undici pool';
export const HONO = 'bare hono';
export const ARGON2 = 'argon2 alone';
export const EXCELJS = 'exceljs + zod';
export const PG = 'csv-parse + zod + pg, 1,000 rows in an upsert';
export const PGBENCH = 'pgbench, as many rows';
export const OWN_HEADERS = 'examctl on the same list with its own headers';
export const AS_CSV = 'examctl on the same list as CSV';

/** Peers whose packages are in a folder of their own, since some need an install script that users of examctl must not run. */
export const INSTALLED_APART = {
  [SQLITE]: 'better-sqlite3',
  [EXCELJS]: 'exceljs',
};
