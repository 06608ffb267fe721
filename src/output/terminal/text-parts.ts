/** Text that is produced during the write, so that a large file never has to fit into memory. */
export type TextParts = string | Iterable<string> | AsyncIterable<string>;

const BLOCK_UNITS = 64 * 1024;

/** The same text in fewer, larger pieces: one system call for each row would be slow. */
export async function* inBlocks(parts: TextParts): AsyncGenerator<string> {
  if (typeof parts === 'string') {
    yield parts;
    return;
  }
  let block = '';
  for await (const part of parts) {
    block += part;
    if (block.length < BLOCK_UNITS) continue;
    yield block;
    block = '';
  }
  if (block !== '') yield block;
}
