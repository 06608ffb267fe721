/** An append-only file of lines. Lines added in one turn of the event loop are written together, in their order. */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { link, open, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FILE_MODE, giveToFolderOwner, OPEN_FLAGS } from '../disk/file-access.ts';
import { syncFolder } from '../disk/sync-folder.ts';
import { recordError } from './record/record-error.ts';

export interface AppendFile {
  /** Adds a line. It is written by one of the calls below, at the end of the turn, or when the buffer is full. */
  add(line: string): void;
  /** Writes all lines added so far, at once. */
  flush(): void;
  /** Resolves when all lines added so far are on the disk. */
  synced(): Promise<void>;
  close(): Promise<void>;
  /** Closes the file and drops the lines that are not written yet. */
  abandon(): Promise<void>;
}

/** The size of the buffer: a long list of lines is written in parts, so that memory stays small. */
const BUFFER_CHARACTERS = 256 * 1024;

/** Makes a durable file that begins with this line, and never exists without it. No file may have its name yet. */
export async function createAppendFile(path: string, firstLine: string): Promise<AppendFile> {
  // A process that is killed meanwhile leaves at most the temporary file, which does not count as a run.
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, OPEN_FLAGS.create, FILE_MODE);
    try {
      giveToFolderOwner(file.fd, path);
      await writeFile(file, firstLine);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(temporary, path);
  } catch (cause) {
    cannotWrite(path, cause);
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(path));
  return openAppendFile(path);
}

function cannotWrite(path: string, cause: unknown): never {
  throw recordError(path, `${path} cannot be written`, cause);
}

/**
 * Throws a RunRecordError if the file cannot be opened, and later if it cannot be written. After a failure all later
 * writes fail, since the next line would follow half a line.
 */
export async function openAppendFile(path: string): Promise<AppendFile> {
  const file = await open(path, OPEN_FLAGS.append).catch((cause: unknown) => cannotWrite(path, cause));
  let lines: string[] = [];
  let characters = 0;
  let failure: unknown;
  let isDue = false;
  /** Writes synchronously: some hundred bytes into the system's cache take microseconds, and each request waits for it. */
  const flush = (): void => {
    if (failure !== undefined) throw failure;
    if (characters === 0) return;
    const text = lines.join('');
    [lines, characters] = [[], 0];
    try {
      appendFileSync(file.fd, text);
    } catch (cause) {
      failure = recordError(path, `${path} cannot be written`, cause);
      throw failure;
    }
  };
  const flushLater = (): void => {
    isDue = false;
    try {
      flush();
    } catch {
      // The next caller that waits gets the same failure.
    }
  };
  return {
    add: (line) => {
      lines.push(line);
      characters += line.length;
      if (characters > BUFFER_CHARACTERS) flush();
      if (isDue) return;
      isDue = true;
      setImmediate(flushLater);
    },
    flush,
    synced: async () => {
      flush();
      await file.datasync().catch((cause: unknown) => cannotWrite(path, cause));
    },
    close: async () => {
      try {
        flush();
      } finally {
        await file.close();
      }
    },
    abandon: () => {
      [lines, characters] = [[], 0];
      return file.close();
    },
  };
}
