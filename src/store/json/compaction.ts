import { type StoreFolder, writeFully } from './file-system.ts';
import { makeLogFile } from './folder.ts';
import { endOfHeader, newHeader } from './log/format.ts';
import { NewLines } from './log/new-lines.ts';
import { createState, type LogReader, type LogState, type OpenLog, putPlace } from './log/state.ts';

/** A log with fewer outdated bytes is not compacted. */
const MIN_OUTDATED_BYTES = 8 * 1024 * 1024;
/** About the size of a commit of a new log. */
const COMMIT_BYTES = 4 * 1024 * 1024;

/** Whether more than half of the log is outdated. */
export function isCompactionDue(size: number, { liveBytes }: LogState): boolean {
  const outdated = size - liveBytes;
  return outdated > MIN_OUTDATED_BYTES && outdated > liveBytes;
}

/**
 * Writes a new log with the current records only, puts it in place of the old one, and returns it, open. `guard` throws
 * when another process may write to the store. `onReplaced` is called once the old log has lost its name: from then on,
 * nothing may be written to it.
 */
export async function compactLog(
  { path, files }: StoreFolder,
  { reader, state }: { readonly reader: LogReader; readonly state: LogState },
  guard: () => void,
): Promise<OpenLog> {
  const { file, putInPlace } = await makeLogFile(files, path);
  try {
    const header = newHeader();
    await writeFully(file, header, 0);
    const copied = createState();
    let end = endOfHeader(header, path);
    let lines = new NewLines(end);
    let bytes = 0;
    const flush = async () => {
      const { parts, end: next } = lines.finish();
      await writeFully(file, Buffer.concat(parts), end.offset);
      [end, lines, bytes] = [next, new NewLines(next), 0];
    };
    for (const [kind, places] of state.kinds) {
      for (const [id, place] of places) {
        putPlace(copied, kind, id, lines.add(reader.lineAt(place)));
        bytes += place.length;
        if (bytes >= COMMIT_BYTES) await flush();
      }
    }
    if (bytes > 0) await flush();
    await putInPlace(guard);
    return { file, state: copied, end };
  } catch (error) {
    await file.close();
    throw error;
  }
}
