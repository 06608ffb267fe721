/**
 * Reads the lines of a file that only this program writes, with a part of it in memory. Only a line feed ends a line.
 * From Node 24 on, `node:readline` also ends lines at Unicode line separators, which JSON texts may contain.
 */
import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';

/** Yields groups of lines in their order. The last group is the text after the last line feed, which may be empty. */
export async function* readLines(path: string): AsyncGenerator<readonly string[]> {
  // Only a file has a known end and a known owner.
  if (!(await lstat(path)).isFile()) throw new Error(`${path} is no file, or a link to one`);
  let rest = '';
  for await (const text of createReadStream(path, 'utf8')) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
  yield [rest];
}
