/** Finds run records in a folder. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';

const ENDING = '.ndjson';
/** The ids that this program makes. No other text becomes part of a path. */
const RUN_ID = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/;

/** The ids of all runs, the newest first. A missing folder has none. */
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

/** The word for the newest run. */
const LATEST = 'latest';

/** The run that a user means: by its id, by a beginning of it that no other run has, or by `latest`. */
export async function findRunId(folder: string, named: string): Promise<string> {
  const ids = await listRunIds(folder);
  const found = named === LATEST ? ids.slice(0, 1) : ids.filter((id) => named !== '' && id.startsWith(named));
  const [first, second] = found;
  const hint = 'examctl runs list shows them.';
  if (first === undefined && named === LATEST) throw new UsageError(`There is no run in ${folder}`);
  if (first === undefined && RUN_ID.test(named)) return named;
  if (first === undefined) {
    throw new UsageError(`${JSON.stringify(named)} is not the id of a run, nor the beginning of one`, { hint });
  }
  if (second !== undefined) {
    const which = `${found.length} runs have an id that begins with ${named}: ${second}, ${first} …`;
    throw new UsageError(found.length === 2 ? which.slice(0, -2) : which, { hint: 'Give more of the id.' });
  }
  return first;
}
