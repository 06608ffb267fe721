/** A file that is only added to. Lines that come together are written together, in the order in which they came. */
import { appendFileSync } from 'node:fs';
import { lstat, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FILE_MODE, OPEN_FLAGS } from '../disk/file-access.ts';
import { syncFolder } from '../disk/sync-folder.ts';
import { recordError } from './record/record-error.ts';

export interface AppendFile {
  /** Takes a line; what is taken is written soon. */
  add(line: string): void;
  /** Writes everything taken so far, at once. */
  flush(): void;
  /** Writes everything taken so far at the end of this turn. A failure goes to the next caller that waits. */
  writeSoon(): void;
  /** Resolves when everything taken so far is written. */
  written(): Promise<void>;
  /** Resolves when everything taken so far is on the disk. */
  synced(): Promise<void>;
  close(): Promise<void>;
  /** Closes the file without what is not written yet. */
  abandon(): Promise<void>;
}

/** A long list of lines is written in parts, so that memory stays small. */
const BUFFER_CHARACTERS = 256 * 1024;

/** Makes a file that begins with this line and is never there without it. There must be none of its name. */
export async function createAppendFile(path: string, firstLine: string): Promise<AppendFile> {
  await createFile(path, firstLine).catch((cause: unknown) => cannotWrite(path, cause));
  return openAppendFile(path);
}

function cannotWrite(path: string, cause: unknown): never {
  throw recordError(path, `${path} cannot be written`, cause);
}

/** A RunRecordError where it cannot be opened, and later where it cannot be written. */
export async function openAppendFile(path: string): Promise<AppendFile> {
  const failed = (cause: unknown) => cannotWrite(path, cause);
  const file = await open(path, OPEN_FLAGS.append).catch(failed);
  const buffer = createLineBuffer((text) => {
    try {
      appendFileSync(file.fd, text);
    } catch (cause) {
      failed(cause);
    }
  });
  let flushing: Promise<void> | undefined;
  /** All that comes in one turn of the event loop, from all connections, is written at its end. */
  const written = () => {
    flushing ??= nextTurn().then(() => {
      flushing = undefined;
      buffer.flush();
    });
    return flushing;
  };
  return {
    add: buffer.add,
    flush: buffer.flush,
    writeSoon: () => void written().catch(() => {}),
    written,
    synced: async () => {
      buffer.flush();
      await file.datasync().catch(failed);
    },
    close: async () => {
      try {
        buffer.flush();
      } finally {
        await file.close();
      }
    },
    abandon: () => file.close(),
  };
}

/** A process that is killed meanwhile leaves at most the temporary file, which says nothing of a run. */
async function createFile(path: string, content: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await rm(temporary, { force: true });
    await writeFile(temporary, content, { flag: 'wx', mode: FILE_MODE, flush: true });
    await assertAbsent(path);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function assertAbsent(path: string): Promise<void> {
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new Error(`EEXIST: file already exists, ${path}`);
}

/**
 * Writing is synchronous: some hundred bytes into the system's cache take microseconds, and every request waits for its
 * line. What cannot be written stays an error, since the next line would follow half a line.
 */
function createLineBuffer(write: (text: string) => void): { add(line: string): void; flush(): void } {
  let lines: string[] = [];
  let characters = 0;
  let failure: unknown;
  const flush = (): void => {
    if (failure !== undefined) throw failure;
    if (characters === 0) return;
    const text = lines.join('');
    [lines, characters] = [[], 0];
    try {
      write(text);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  return {
    add: (line) => {
      lines.push(line);
      characters += line.length;
      if (characters > BUFFER_CHARACTERS) flush();
    },
    flush,
  };
}
