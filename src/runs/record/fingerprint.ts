/** Fingerprints of input files: digests of their content, which show whether a file has changed. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { UsageError } from '../../errors.ts';
import type { InputFingerprint } from './lines.ts';

/** The fingerprints of files, or `undefined` if one of them cannot be read again. */
export async function fingerprintFiles(files: readonly string[]): Promise<InputFingerprint[] | undefined> {
  const prints: InputFingerprint[] = [];
  for (const file of files) {
    const stats = file === '-' ? undefined : await stat(file).catch(() => undefined);
    if (!stats?.isFile()) return undefined;
    prints.push({ file, sha256: await digestOf(file) });
  }
  return prints;
}

/** The error about the first file that has changed; `undefined` if none has. */
export async function findChange(prints: readonly InputFingerprint[]): Promise<UsageError | undefined> {
  for (const { file, sha256 } of prints) {
    const found = await digestOf(file).catch(() => undefined);
    if (found === sha256) continue;
    const what = found === undefined ? 'cannot be read any more' : 'has changed since the run began';
    return new UsageError(`${file} ${what}`, {
      hint: 'Restore the file, or add --force: rows are then matched by their ids, and records that were sent stay as sent.',
    });
  }
  return undefined;
}

/** Node waits for each chunk. With its usual 64 KiB, the waits take longer than the digest. */
const CHUNK_BYTES = 1024 * 1024;

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
