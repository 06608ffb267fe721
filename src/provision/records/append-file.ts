/** A file that is only added to. Lines that come together are written together, in the order in which they came. */
import { appendFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FILE_MODE } from '../../disk/file-access.ts';

export interface AppendFile {
  /** Takes a line; what is taken is written soon. */
  add(line: string): void;
  /** Has everything taken so far written at the end of this turn; whoever waits next hears of a failure. */
  writeSoon(): void;
  /** Resolves when everything taken so far is written. */
  written(): Promise<void>;
  /** Resolves when everything taken so far is on the disk. */
  synced(): Promise<void>;
  close(): Promise<void>;
}

/** A long list of lines is written in parts, so that it is not held whole. */
const BUFFER_CHARACTERS = 256 * 1024;

export async function openAppendFile(path: string, isNew: boolean): Promise<AppendFile> {
  const file = await open(path, isNew ? 'ax' : 'a', FILE_MODE);
  if (isNew) await syncFolder(dirname(path));
  const buffer = createLineBuffer((text) => appendFileSync(file.fd, text));
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
    writeSoon: () => void written().catch(() => {}),
    written,
    synced: async () => {
      buffer.flush();
      await file.datasync();
    },
    close: async () => {
      try {
        buffer.flush();
      } finally {
        await file.close();
      }
    },
  };
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

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
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
