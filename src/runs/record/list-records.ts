/** Finds run records in a folder. */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorCode } from '../../disk/file-access.ts';
import { UsageError } from '../../errors.ts';
import { LINKS_ENDING } from '../kept-links.ts';
import { recordError } from '../line-file.ts';
import { ORDER_FILE } from '../order.ts';
import { isRunId } from './lines.ts';

const ENDING = '.ndjson';
const SEE_LIST = 'examctl runs list shows them.';

/** Whether a file in a folder of runs is one that runs need, by its name: a record, its links, or the order of the runs. */
export function isRunFile(path: string): boolean {
  const name = basename(path);
  if (name === ORDER_FILE) return true;
  return [ENDING, LINKS_ENDING].some((ending) => name.endsWith(ending) && isRunId(name.slice(0, -ending.length)));
}

/**
 * The ids of all runs, the newest first. A missing folder has none. A folder that cannot be read is an error: it may
 * have runs that are to be resumed.
 */
export async function listRunIds(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw recordError(join(folder, ENDING), `The runs in ${folder} cannot be listed`, error);
  });
  const ids = names.filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length));
  return ids.filter(isRunId).sort().reverse();
}

export function recordPath(folder: string, run: string): string {
  // No other text becomes part of a path.
  if (!isRunId(run)) throw new UsageError(`${JSON.stringify(run)} is not the id of a run`, { hint: SEE_LIST });
  return join(folder, `${run}${ENDING}`);
}

/** The word for the newest run. */
const LATEST = 'latest';

/** The run that a user means: by its id, by a beginning of it that no other run has, or by `latest`. */
export async function findRunId(folder: string, named: string): Promise<string> {
  const ids = await listRunIds(folder);
  const found = named === LATEST ? ids.slice(0, 1) : ids.filter((id) => named !== '' && id.startsWith(named));
  const [first, second] = found;
  if (first === undefined && named === LATEST) throw new UsageError(`There is no run in ${folder}`);
  if (first === undefined && isRunId(named)) return named;
  if (first === undefined) {
    const what = `${JSON.stringify(named)} is not the id of a run, nor the beginning of one`;
    throw new UsageError(what, { hint: SEE_LIST });
  }
  if (second !== undefined) {
    const which = `${found.length} runs have an id that begins with ${named}: ${second}, ${first}`;
    throw new UsageError(found.length === 2 ? which : `${which} …`, { hint: 'Give more of the id.' });
  }
  return first;
}
