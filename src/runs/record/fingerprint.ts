/** Tells whether a file is what it was: its size and the digest of its content. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { UsageError } from '../../errors.ts';
import type { InputFingerprint } from './lines.ts';

/** Fingerprints of files, or `undefined` where one of them is no file that can be read again. */
export async function fingerprintFiles(files: readonly string[]): Promise<InputFingerprint[] | undefined> {
  const prints: InputFingerprint[] = [];
  for (const file of files) {
    const stats = file === '-' ? undefined : await stat(file).catch(() => undefined);
    if (!stats?.isFile()) return undefined;
    prints.push(await fingerprint(file));
  }
  return prints;
}

/** The error that names a file which is not what it was; `undefined` where all of them are. */
export async function findChange(prints: readonly InputFingerprint[]): Promise<UsageError | undefined> {
  for (const print of prints) {
    const found = await fingerprint(print.file).catch(() => undefined);
    if (found?.sha256 === print.sha256) continue;
    const what = found === undefined ? 'cannot be read any more' : 'has changed since the run began';
    return new UsageError(`${print.file} ${what}`, {
      hint: 'Put the file back as it was, or give --force: rows are then known by their ids, and what was done stays so.',
    });
  }
  return undefined;
}

/** Node waits for each chunk: with its usual 64 KiB that takes longer than the digest. */
const CHUNK_BYTES = 1024 * 1024;

async function fingerprint(file: string): Promise<InputFingerprint> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { file, bytes, sha256: hash.digest('hex') };
}
