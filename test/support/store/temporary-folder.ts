import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createJsonStore } from '../../../src/store/json/folder.ts';

/** Makes a folder that is removed when the test has ended. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'examctl-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes an empty store, and returns its folder. */
export async function temporaryStore(): Promise<string> {
  const folder = join(await temporaryFolder(), 'store');
  await createJsonStore(folder);
  return folder;
}
