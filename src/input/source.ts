import { createReadStream } from 'node:fs';
import { ExamctlError, InputError, UsageError } from '../errors.ts';

/** The path that means standard input. */
const STDIN_PATH = '-';

/** How messages and origins name standard input. */
const STDIN_NAME = 'standard input';

/** Long enough that what is done once for a chunk does not count, and short enough to hold several. */
const CHUNK_BYTES = 256 * 1024;

/** The least and the largest number of bytes that are looked at to choose encoding and format. */
const [HEAD_BYTES, MAX_HEAD] = [4096, 64 * 1024];

/** A stream of chunks that can be given up before its end. */
export interface Chunks {
  next(): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

/** The bytes of a file or of standard input, and the name under which messages speak of it. */
export interface Source extends Chunks {
  readonly file: string;
  /** Where it lies, for a format that does not read from the beginning to the end; absent for standard input. */
  readonly path?: string | undefined;
  /** Its first bytes, which `next()` still gives; empty where there are none. */
  head(): Promise<Buffer>;
}

/** A path is opened by the first `next()`, so that no error of it comes while nobody listens. */
export function openSource(path: string, stdin: NodeJS.ReadableStream | undefined): Source {
  if (path !== STDIN_PATH) {
    return { ...sourceOf(path, () => createReadStream(path, { highWaterMark: CHUNK_BYTES })), path };
  }
  if (stdin === undefined) {
    throw new UsageError('there is no standard input to read', { hint: 'Name a file instead of "-".' });
  }
  return sourceOf(STDIN_NAME, () => stdin);
}

/** What is read as pieces of bytes come, opened by the first `next()`. */
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
  EISDIR: { problem: 'this is a directory', hint: 'Name a file in it.' },
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
};

/** A path that cannot be opened is a mistake in the command line; a failure after that is a fault of the input. */
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

/** The error for a file that holds nothing but blanks, if that. */
export function emptyFileError(file: string): InputError {
  return new InputError({ file }, 'the file is empty', { hint: 'Check that the export that made it was finished.' });
}
