/** Gives a run of tests a folder for temporary files of its own: whatever a test that fails leaves there goes with it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'examctl-tests-'));
  // The processes of the tests inherit it.
  process.env['TMPDIR'] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
