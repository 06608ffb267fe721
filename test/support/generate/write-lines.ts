/** Writes lines to a file in pieces of some 64 kB. Memory use does not depend on the number of lines. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const CHUNK_CHARACTERS = 65_536;

export async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  await pipeline(toChunks(lines), createWriteStream(path));
}

async function* toChunks(lines: Iterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
