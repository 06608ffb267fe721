/**
 * Reads the lines of a file that only this program writes, holding a part of it at a time. A line ends with a line feed
 * and with nothing else: `node:readline` also ends it, from Node 24 on, at the line separators that JSON leaves as they
 * are in a text.
 */
import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';

/** The lines in their order, many at a time; after the last line feed comes what was cut, perhaps nothing. */
export async function* readLines(path: string): AsyncGenerator<readonly string[]> {
  // The end and the owner of anything else are unknown.
  if (!(await lstat(path)).isFile()) throw new Error(`${path} is no file, or a link to one`);
  let rest = '';
  for await (const text of createReadStream(path, 'utf8')) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
  yield [rest];
}
