/** A file that is only added to. Lines that come together are written together, in the order in which they came. */
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface AppendFile {
  /** Takes a line; what is taken is written soon. */
  add(line: string): void;
  /** Resolves when everything taken so far is written. */
  written(): Promise<void>;
  /** Resolves when everything taken so far is on the disk. */
  synced(): Promise<void>;
  close(): Promise<void>;
}

const FILE_MODE = 0o600;
/** A long list of lines is written in parts, so that it is not held whole. */
const BUFFER_CHARACTERS = 256 * 1024;

export async function openAppendFile(path: string, isNew: boolean): Promise<AppendFile> {
  const file = await open(path, isNew ? 'ax' : 'a', FILE_MODE);
  if (isNew) await syncFolder(dirname(path));
  let buffer: string[] = [];
  let buffered = 0;
  let writing: Promise<void> = Promise.resolve();
  let queued: Promise<void> | undefined;
  const flush = (): Promise<void> => {
    // One write waits at most; it takes all that has come until it begins.
    queued ??= writing.then(async () => {
      const text = buffer.join('');
      [buffer, buffered, queued] = [[], 0, undefined];
      writing = text === '' ? Promise.resolve() : file.appendFile(text);
      await writing;
    });
    return queued;
  };
  return {
    add: (line) => {
      buffer.push(line);
      buffered += line.length;
      if (buffered > BUFFER_CHARACTERS) flush().catch(() => {});
    },
    written: flush,
    synced: async () => {
      await flush();
      await file.datasync();
    },
    close: async () => {
      await flush();
      await file.close();
    },
  };
}

async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle | undefined;
  try {
    folder = await open(path, 'r');
    await folder.sync();
  } finally {
    await folder?.close();
  }
}
