/** Blocks of text, each compressed on a line of its own, as base64: a page stays small, and can read one at a time. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

export async function* packBlocks(blocks: Iterable<string>): AsyncGenerator<string> {
  for (const block of blocks) yield `${(await compress(block)).toString('base64')}\n`;
}
