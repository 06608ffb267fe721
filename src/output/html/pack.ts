/** JSON, compressed and as base64, made while it is written: rows are many and alike, and a page must stay small. */
import { once } from 'node:events';
import { createGzip } from 'node:zlib';

/** Base64 has four characters for three bytes: only whole groups can be put together. */
const GROUP_BYTES = 3;
const BLOCK_UNITS = 64 * 1024;

export async function* packJson(parts: Iterable<string>): AsyncGenerator<string> {
  const gzip = createGzip();
  const fed = feed(gzip, parts);
  let rest = Buffer.alloc(0);
  for await (const chunk of gzip) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    const whole = bytes.length - (bytes.length % GROUP_BYTES);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  await fed;
  yield rest.toString('base64');
}

async function feed(gzip: ReturnType<typeof createGzip>, parts: Iterable<string>): Promise<void> {
  try {
    let block = '';
    for (const part of parts) {
      block += part;
      if (block.length < BLOCK_UNITS) continue;
      if (!gzip.write(block)) await once(gzip, 'drain');
      block = '';
    }
    gzip.end(block);
  } catch (error) {
    gzip.destroy(error as Error);
  }
}
