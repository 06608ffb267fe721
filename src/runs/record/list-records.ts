/** Finds run records in a folder. */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isObject, parseJson } from '../../base/json-value.ts';
import { errorCode } from '../../disk/file-access.ts';
import { readLines } from '../../disk/read-lines.ts';
import { UsageError } from '../../errors.ts';
import { LINKS_ENDING } from '../kept-links.ts';
import { isMemoryFile } from '../memory-file.ts';
import { recordError } from './record-error.ts';
import { isRunId, secondOf } from './run-id.ts';

const ENDING = '.ndjson';

/** Whether a file in a folder of runs is one that runs need, by its name: a record, its links, or a memory of a target. */
export function isRunFile(path: string): boolean {
  const name = basename(path);
  const isOfRun = (ending: string) => name.endsWith(ending) && isRunId(name.slice(0, -ending.length));
  return isOfRun(ENDING) || isOfRun(LINKS_ENDING) || isMemoryFile(name);
}

/**
 * The ids of all runs, the newest first; those of one second in any order. A missing folder has none. A folder that
 * cannot be read is an error: it may have runs that are to be resumed.
 */
export async function listRunIds(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw recordError(join(folder, ENDING), `The runs in ${folder} cannot be listed`, error);
  });
  const ids = names.filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length));
  return ids.filter(isRunId).sort().reverse();
}

/** Returns the run that began last. Reads only the headers of the runs that began in the newest second. */
async function findNewest(folder: string, ids: readonly string[]): Promise<string | undefined> {
  const [first] = ids;
  if (first === undefined) return undefined;
  const last = ids.filter((id) => secondOf(id) === secondOf(first));
  if (last.length === 1) return first;
  const times = await Promise.all(last.map(async (id) => ({ id, at: await readBegin(recordPath(folder, id)) })));
  return times.reduce((newest, one) => (one.at > newest.at ? one : newest)).id;
}

/** Returns when a run began; an empty text if its record cannot be read. */
async function readBegin(path: string): Promise<string> {
  try {
    for await (const [line = ''] of readLines(path)) {
      // A header longer than a piece of the file.
      if (line === '') continue;
      const header = parseJson(line);
      return isObject(header) ? String(header['at']) : '';
    }
  } catch {
    // The error is reported when the whole record is read.
  }
  return '';
}

export function recordPath(folder: string, run: string): string {
  // No other text becomes part of a path.
  if (!isRunId(run)) {
    throw new UsageError(`${JSON.stringify(run)} is not the id of a run`, { hint: 'examctl runs list shows them.' });
  }
  return join(folder, `${run}${ENDING}`);
}

/** The word for the newest run. */
const LATEST = 'latest';

/** The run that a user means: by its id, by a beginning of it that no other run has, or by `latest`. */
export async function findRunId(folder: string, named: string): Promise<string> {
  const ids = await listRunIds(folder);
  const newest = named === LATEST ? await findNewest(folder, ids) : undefined;
  const found = newest !== undefined ? [newest] : ids.filter((id) => named !== '' && id.startsWith(named));
  const [first, second] = found;
  const hint = 'examctl runs list shows them.';
  if (first === undefined && named === LATEST) throw new UsageError(`There is no run in ${folder}`);
  if (first === undefined && isRunId(named)) return named;
  if (first === undefined) {
    throw new UsageError(`${JSON.stringify(named)} is not the id of a run, nor the beginning of one`, { hint });
  }
  if (second !== undefined) {
    const which = `${found.length} runs have an id that begins with ${named}: ${second}, ${first} …`;
    throw new UsageError(found.length === 2 ? which.slice(0, -2) : which, { hint: 'Give more of the id.' });
  }
  return first;
}
