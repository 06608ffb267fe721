/** The file of the server's tokens beside a store. It has only digests of them, and is replaced as a whole. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { errorCode } from '../../../disk/file-access.ts';
import { StoreError } from '../../../errors.ts';
import type { StoredToken } from '../../port.ts';
import { seal, unseal } from '../checksum.ts';
import { storeFailure } from '../failures.ts';
import { nodeFiles, removeFile, syncFolder, writeNewFile } from '../file-system.ts';

const TOKENS_FILE = 'tokens.json';

export function tokensPath(folder: string): string {
  return join(folder, TOKENS_FILE);
}

const Tokens = z.strictObject({
  format: z.literal(1),
  tokens: z.array(
    z.strictObject({
      id: z.string().regex(/^[0-9a-f]{8}$/),
      name: z.string().nullable(),
      created: z.string(),
      digest: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

/** The tokens of a store; none without such a file. */
export function readTokens(folder: string): readonly StoredToken[] {
  const path = tokensPath(folder);
  let text: string;
  try {
    text = nodeFiles.readSmall(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw storeFailure(`Cannot read ${path}`, error);
  }
  return parseTokens(text, path);
}

function parseTokens(text: string, path: string): readonly StoredToken[] {
  try {
    // A file of an earlier version has no checksum. A checksum that is wrong is an unknown key here.
    return Tokens.parse(unseal(text) ?? JSON.parse(text)).tokens;
  } catch (cause) {
    throw new StoreError(`${path} is not a file of tokens that this examctl reads`, {
      hint: 'Remove it and add new tokens with examctl local token add.',
      cause,
    });
  }
}

/** Replaces the tokens of a store. They are durable when it resolves. */
export async function writeTokens(folder: string, tokens: readonly StoredToken[]): Promise<void> {
  const path = tokensPath(folder);
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeNewFile(nodeFiles, temporary, Buffer.from(seal({ format: 1, tokens })));
    await nodeFiles.rename(temporary, path);
    await syncFolder(nodeFiles, folder);
  } catch (error) {
    await removeFile(nodeFiles, temporary).catch(() => {});
    throw storeFailure(`Cannot write ${path}`, error);
  }
}
