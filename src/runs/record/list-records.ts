/** The records that a folder holds. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';

const ENDING = '.ndjson';
/** As the tool makes them; nothing else becomes part of a path. */
const RUN_ID = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/;

/** Ids of the runs, the newest first. A folder that is not there holds none. */
export async function listRunIds(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names.filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length));
  return ids
    .filter((id) => RUN_ID.test(id))
    .sort()
    .reverse();
}

export function recordPath(folder: string, run: string): string {
  if (!RUN_ID.test(run)) {
    throw new UsageError(`${JSON.stringify(run)} is not the id of a run`, { hint: 'examctl runs list shows them.' });
  }
  return join(folder, `${run}${ENDING}`);
}
