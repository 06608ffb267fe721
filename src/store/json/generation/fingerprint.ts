import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from './manifest.ts';
import { nodeFiles } from '../store-files.ts';

/**
 * A digest that tells two states of a store apart: of the manifest, of the snapshot by its index (which holds the
 * checksums of all its blocks), and of the journal. Takes no lock: it is true of the moment at which it is read.
 */
export async function stampJsonStore(folder: string): Promise<string> {
  const { manifest, text } = readManifest(nodeFiles, folder);
  const hash = createHash('sha256').update(text);
  const files = [...(manifest.snapshot ? [manifest.snapshot.index] : []), manifest.journal];
  for (const file of files) {
    for await (const chunk of createReadStream(join(folder, file)) as AsyncIterable<Buffer>) hash.update(chunk);
  }
  return hash.digest('hex');
}
