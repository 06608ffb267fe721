/** Writes a new log without the lines that later lines have replaced. It is done when a writer opens the store. */
import { join } from 'node:path';
import { type StoreFolder, writeFully } from './file-system.ts';
import { LOG_FILE, makeLogFile, putInPlace } from './folder.ts';
import { newHeader } from './log/format.ts';
import { Log, type OpenLog } from './log/log.ts';
import { scanLog } from './log/scan.ts';
import { LogReader } from './log/state.ts';
import { LogTail } from './log/tail.ts';

/** A log with fewer outdated bytes is not compacted. More than half of its bytes must be outdated, too. */
const MIN_OUTDATED_BYTES = 8 * 1024 * 1024;
/** About the size of a commit of a new log. */
const COMMIT_BYTES = 4 * 1024 * 1024;

export function isCompactionDue({ state, end }: OpenLog): boolean {
  let live = 0;
  for (const kind of state.kinds) for (const [, { length }] of state.places(kind)) live += length;
  return end.offset - live > Math.max(MIN_OUTDATED_BYTES, live);
}

/**
 * Writes a new log with the current records only, puts it in place of the old one, and returns it, open. `guard` throws
 * when another process may write to the store.
 */
export async function compactLog(folder: StoreFolder, old: OpenLog, guard: () => void): Promise<OpenLog> {
  const path = join(folder.path, LOG_FILE);
  const reader = new LogReader(old.file, path, new LogTail(old.end));
  const file = await makeLogFile(folder);
  try {
    await writeFully(file, newHeader(), 0);
    const log = new Log(scanLog(file, path), path, guard);
    let begin = log.end.offset;
    for (const kind of old.state.kinds) {
      for (const [id, place] of old.state.places(kind)) {
        log.add(log.state, kind, id, reader.lineAt(place));
        if (log.end.offset - begin < COMMIT_BYTES) continue;
        log.commit();
        await log.durable();
        begin = log.end.offset;
      }
    }
    if (log.end.offset > begin) log.commit();
    await log.durable();
    await putInPlace(folder, file, guard);
    return { file, state: log.state, end: log.end };
  } catch (error) {
    await file.close();
    throw error;
  }
}
