/** Gives the tests folders for temporary files of their own: whatever a test that fails leaves there goes with them. */
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/** The variables that name them. */
export const [ON_DISK, IN_MEMORY] = ['TESTS_ON_DISK', 'TESTS_IN_MEMORY'];

export default async function setUp({ config }: TestProject): Promise<() => Promise<void>> {
  const folders = await Promise.all(
    [tmpdir(), await memory()].map((parent) => mkdtemp(join(parent, 'examctl-tests-'))),
  );
  const [onDisk, inMemory] = folders;
  config.env = { ...config.env, [ON_DISK]: onDisk, [IN_MEMORY]: inMemory };
  return async () => {
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  };
}

/** Containers often have a small one. */
const [SHARED_MEMORY, ENOUGH_BYTES] = ['/dev/shm', 4 * 1024 ** 3];

async function memory(): Promise<string> {
  const { bavail = 0, bsize = 0 } = (await statfs(SHARED_MEMORY).catch(() => undefined)) ?? {};
  return process.env['TMPDIR'] === undefined && bavail * bsize > ENOUGH_BYTES ? SHARED_MEMORY : tmpdir();
}
