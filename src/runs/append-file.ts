/** An append-only file of lines. Lines added in one turn of the event loop are written together, in their order. */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { link, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorCode, FILE_MODE, giveToFolderOwner, OPEN_FLAGS } from '../disk/file-access.ts';
import { syncFolder } from '../disk/sync-folder.ts';
import { recordError } from './record/record-error.ts';

export interface AppendFile {
  /** Adds a line to the buffer. It is written later: by one of the calls below, or when the buffer is full. */
  add(line: string): void;
  /** Writes all lines added so far, at once. */
  flush(): void;
  /** Writes all lines added so far at the end of this turn. A failure is thrown to the next caller that waits. */
  writeSoon(): void;
  /** Resolves when all lines added so far are written. */
  written(): Promise<void>;
  /** Resolves when all lines added so far are on the disk. */
  synced(): Promise<void>;
  close(): Promise<void>;
  /** Closes the file and drops the lines that are not written yet. */
  abandon(): Promise<void>;
}

/** The size of the buffer: a long list of lines is written in parts, so that memory stays small. */
const BUFFER_CHARACTERS = 256 * 1024;

/** Makes a file that begins with this line, and never exists without it. No file may have its name yet. */
export async function createAppendFile(path: string, firstLine: string): Promise<AppendFile> {
  if (!(await createFileWith(path, firstLine))) cannotWrite(path, new Error(`EEXIST: file already exists, ${path}`));
  return openAppendFile(path);
}

/** Makes a durable file with this content, and never without it. Returns false if a file has its name already. */
export async function createFileWith(path: string, content: string): Promise<boolean> {
  try {
    await writeBeside(path, content, link);
    return true;
  } catch (cause) {
    if (errorCode(cause) === 'EEXIST') return false;
    cannotWrite(path, cause);
  }
}

/**
 * Replaces a file, durably. At each moment there is the old one or the whole new one. Throws if `check` does, which is
 * called when the new one is ready.
 */
export async function replaceFile(
  path: string,
  content: AsyncIterable<string>,
  check: () => Promise<void>,
): Promise<void> {
  await writeBeside(path, content, async (from, to) => {
    await check();
    await rename(from, to);
  });
}

function cannotWrite(path: string, cause: unknown): never {
  throw recordError(path, `${path} cannot be written`, cause);
}

/** Throws a RunRecordError if the file cannot be opened, and later if it cannot be written. */
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
  /** Lines of one turn of the event loop, from all connections, are written at its end. */
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

/** A process that is killed meanwhile leaves at most the temporary file, which does not count as a run. */
async function writeBeside(
  path: string,
  content: string | AsyncIterable<string>,
  place: (from: string, to: string) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, OPEN_FLAGS.create, FILE_MODE);
    try {
      giveToFolderOwner(file.fd, path);
      await writeFile(file, content);
      await file.sync();
    } finally {
      await file.close();
    }
    await place(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(path));
}

/**
 * Writes synchronously: some hundred bytes into the system's cache take microseconds, and every request waits for its
 * line. After a failure all later writes fail, since the next line would follow half a line.
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
