/** Opens a file for reading. */
import { closeSync, constants, createReadStream, openSync } from 'node:fs';
import { stat } from 'node:fs/promises';

/** The size of a chunk: so large that the work for each chunk does not count, and small enough to keep several. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Yields the bytes of a file. Errors of the file reject. A read that waits in a thread can neither be stopped nor left by a
 * process that ends. So a pipe and a terminal, which may never have data, are read without a thread.
 */
export async function* readBytes(path: string): AsyncGenerator<Buffer> {
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
