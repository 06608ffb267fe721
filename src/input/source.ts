import { closeSync, constants, createReadStream, openSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ExamctlError, InputError, UsageError } from '../errors.ts';
import { STDIN_NAME } from '../model/place.ts';

/** The size of a chunk: so large that the work for each chunk does not count, and small enough to keep several. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Yields the bytes of a file. Errors of the file reject. A read that waits in a thread can neither be stopped nor left by a
 * process that ends. So a pipe and a terminal, which may never have data, are read without a thread.
 */
async function* readBytes(path: string): AsyncGenerator<Buffer> {
  const waits = await stat(path).then(
    (found) => found.isFIFO() || found.isCharacterDevice(),
    () => false,
  );
  yield* (waits && openWaiting(path)) || createReadStream(path, { highWaterMark: CHUNK_BYTES });
}

/** Reads a small file of UTF-8. */
export async function readSmallFile(path: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of readBytes(path)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Other systems than Linux may report a pipe that has no writer yet as one that has ended. */
function openWaiting(path: string): AsyncIterable<Buffer> | undefined {
  if (process.platform !== 'linux') return undefined;
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  // Most commands need neither module.
  const { Socket } = process.getBuiltinModule('node:net');
  const { isatty, ReadStream } = process.getBuiltinModule('node:tty');
  if (isatty(file)) return new ReadStream(file);
  try {
    return new Socket({ fd: file, readable: true, writable: false });
  } catch {
    // Another device, which always answers.
    closeSync(file);
    return undefined;
  }
}

/** The path for standard input. */
const STDIN_PATH = '-';

/** The smallest and the largest number of bytes that decide encoding and format. */
const [HEAD_BYTES, MAX_HEAD] = [4096, 64 * 1024];

/** A stream of chunks, which can be closed before its end. */
export interface Chunks {
  next(): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

/** The bytes of a file or of standard input, and its name in messages. */
export interface Source extends Chunks {
  readonly file: string;
  /** The path of the file, for formats that read its parts in another order; absent for standard input. */
  readonly path?: string | undefined;
  /** Returns the number of bytes of the file. Absent for standard input; `undefined` for other things than files. */
  readonly size?: (() => Promise<number | undefined>) | undefined;
  /** Returns the first bytes, which `next()` returns again; empty if there are none. */
  head(): Promise<Buffer>;
}

/** Returns a source for a path. The first `next()` opens the file, so that every error has a listener. */
export function openSource(path: string, stdin: NodeJS.ReadableStream | undefined): Source {
  if (path === '') {
    throw new UsageError('The name of a file is empty', { hint: 'Is a variable of the command line not set?' });
  }
  if (path !== STDIN_PATH) {
    return {
      ...sourceOf(path, () => readBytes(path)),
      path,
      size: () => sizeOf(path),
    };
  }
  if (stdin === undefined) {
    throw new UsageError('there is no standard input to read', { hint: 'Name a file instead of "-".' });
  }
  return sourceOf(STDIN_NAME, () => stdin);
}

async function sizeOf(path: string): Promise<number | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() ? stats.size : undefined;
}

/** Returns a source for a stream of bytes. The first `next()` opens the stream. */
export function sourceOf(file: string, open: () => AsyncIterable<Buffer | string>): Source {
  const chunks = readChunks(file, open);
  let ahead: Buffer[] = [];
  const read = async (): Promise<Buffer | undefined> => (await chunks.next()).value;
  return {
    file,
    head: async () => {
      let bytes: Buffer = Buffer.concat(ahead);
      while (bytes.length < HEAD_BYTES) {
        const chunk = await read();
        if (chunk === undefined) break;
        bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
      }
      ahead = bytes.length === 0 ? [] : [bytes];
      return bytes.subarray(0, MAX_HEAD);
    },
    next: async () => ahead.pop() ?? read(),
    close: async () => {
      await chunks.return(undefined);
    },
  };
}

async function* readChunks(
  file: string,
  open: () => AsyncIterable<Buffer | string>,
): AsyncGenerator<Buffer, undefined> {
  try {
    for await (const chunk of open()) {
      yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    }
  } catch (error) {
    throw error instanceof ExamctlError ? error : readingError(file, error);
  }
  return undefined;
}

const MISSING = { problem: 'no such file', hint: 'Check the path; "-" reads standard input.' };
const FORBIDDEN = { problem: 'the file may not be read', hint: 'Check its permissions.' };

const USAGE_PROBLEMS: Readonly<Record<string, { problem: string; hint: string }>> = {
  ENOENT: MISSING,
  ENOTDIR: MISSING,
  EISDIR: {
    problem: 'this is a directory',
    hint: 'Name the files in it, such as folder/*.json. The folder of a OneRoster package of users has manifest.csv at its top.',
  },
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
};

/** Returns a UsageError for a path that cannot be opened, and an InputError for a later failure. */
export function readingError(file: string, cause: unknown): UsageError | InputError {
  const { code = '', syscall } = (cause instanceof Error ? cause : {}) as NodeJS.ErrnoException;
  const known = USAGE_PROBLEMS[code];
  if (known !== undefined) return new UsageError(`${file}: ${known.problem}`, { hint: known.hint, cause });
  if (syscall === 'open') {
    return new UsageError(`${file}: the file cannot be opened (${code})`, {
      hint: 'Close other programs that hold it, or copy it and try again.',
      cause,
    });
  }
  const detail = code === '' ? '' : ` (${code})`;
  return new InputError({ file }, `reading failed before the end${detail}`, {
    hint: 'Check the disk or the program that sends the data, then run the command again.',
    cause,
  });
}

/** Returns the error for a file that is empty, or has only white space. */
export function emptyFileError(file: string): InputError {
  return new InputError({ file }, 'the file is empty', { hint: 'Check that the export that made it was finished.' });
}
