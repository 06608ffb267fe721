/** Files of JSON lines, to which lines are only added. A crash may cut a line, so each writer begins with a line end. */
import { randomUUID } from 'node:crypto';
import { appendFileSync, constants } from 'node:fs';
import { type FileHandle, link, open, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseJson } from '../base/json-value.ts';
import { FILE_MODE, giveToFolderOwner, OPEN_FLAGS, readLines } from '../disk/file-access.ts';
import { syncFolder } from '../disk/folders.ts';
import { ExamctlError } from '../errors.ts';

export interface LineFile {
  /** Adds a line. It is written by one of the calls below, or when the buffer is full. */
  add(line: object): void;
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
export async function createLineFile(path: string, firstLine: object): Promise<LineFile> {
  // A process that is killed meanwhile leaves at most the temporary file, which does not count as a run.
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, OPEN_FLAGS.create, FILE_MODE);
    try {
      giveToFolderOwner(file.fd, path);
      await writeFile(file, JSON.stringify(firstLine));
      await file.sync();
    } finally {
      await file.close();
    }
    await link(temporary, path);
  } catch (cause) {
    throw cannotWrite(path, cause);
  } finally {
    await rm(temporary, { force: true });
  }
  return openLineFile(path);
}

function cannotWrite(path: string, cause: unknown): Error {
  return recordError(path, `${path} cannot be written`, cause);
}

/**
 * Opens a file, and makes it if it is not there. Throws a RunRecordError if it cannot be opened, and later if it cannot
 * be written. After a failure all later writes fail, since the next line would follow half a line.
 */
export async function openLineFile(path: string): Promise<LineFile> {
  let file: FileHandle;
  try {
    file = await open(path, OPEN_FLAGS.append | constants.O_CREAT, FILE_MODE);
    giveToFolderOwner(file.fd, path);
    await syncFolder(dirname(path));
  } catch (cause) {
    throw cannotWrite(path, cause);
  }
  let text = '\n';
  let failure: unknown;
  /** Writes synchronously: some hundred bytes into the system's cache take microseconds, and each request waits for it. */
  const flush = (): void => {
    if (failure !== undefined) throw failure;
    const added = text;
    text = '';
    try {
      appendFileSync(file.fd, added);
    } catch (cause) {
      failure = cannotWrite(path, cause);
      throw failure;
    }
  };
  return {
    add: (line) => {
      text += `${JSON.stringify(line)}\n`;
      if (text.length > BUFFER_CHARACTERS) flush();
    },
    flush,
    synced: async () => {
      flush();
      await file.datasync().catch((cause: unknown) => {
        throw cannotWrite(path, cause);
      });
    },
    close: async () => {
      try {
        flush();
      } finally {
        await file.close();
      }
    },
    abandon: () => {
      text = '';
      return file.close();
    },
  };
}

/**
 * Reads the lines of a file in groups; `undefined` for a line that cannot be read. Throws what `errorOf` makes of a
 * failure, by default a RunRecordError.
 */
export async function* readJsonLines(
  path: string,
  errorOf = (cause: unknown): Error => recordError(path, `${path} cannot be read`, cause),
): AsyncGenerator<readonly unknown[]> {
  try {
    for await (const lines of readLines(path)) yield lines.filter((line) => line !== '').map(parseJson);
  } catch (cause) {
    throw errorOf(cause);
  }
}

/** The error for files of runs that cannot be read or written. Exit 1: the disk is full, or the folder cannot be written to. `problem` says what failed. */
export function recordError(path: string, problem: string, cause: unknown): ExamctlError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ExamctlError('RunRecordError', 'internal', `${problem}: ${reason}`, {
    hint: `Check the permissions of ${dirname(path)} and the space on its disk, or name another folder in EXAMCTL_RUNS.`,
    cause,
  });
}
