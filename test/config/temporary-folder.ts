/** Gives a project of tests a folder for temporary files of its own: whatever a test that fails leaves there goes with it. */
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

export default async function setUp({ name, config }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(name === 'fast' ? await parentFolder() : tmpdir(), 'examctl-tests-'));
  // The tests and their processes inherit it.
  config.env = { ...config.env, TMPDIR: folder };
  return () => rm(folder, { recursive: true, force: true });
}

/** In memory, where files take less time. Containers often have a small one. Tests of processes keep to the real disk. */
const [IN_MEMORY, ENOUGH_BYTES] = ['/dev/shm', 4 * 1024 ** 3];

async function parentFolder(): Promise<string> {
  const { bavail = 0, bsize = 0 } = (await statfs(IN_MEMORY).catch(() => undefined)) ?? {};
  return process.env['TMPDIR'] === undefined && bavail * bsize > ENOUGH_BYTES ? IN_MEMORY : tmpdir();
}
