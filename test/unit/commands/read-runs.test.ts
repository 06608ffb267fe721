import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listRuns } from '../../../src/commands/runs/read-runs.ts';
import { temporaryFolder } from '../../support/store/temporary-folder.ts';

it.each([
  ['an empty file', ''],
  ['a cut first line', '{"type":"run","ver'],
])('%s in the place of a record is warned of, and not hidden', async (_, content) => {
  const folder = await temporaryFolder();
  const path = join(folder, '20261121T031500Z-3f9a1c.ndjson');
  await writeFile(path, content);
  const warnings: string[] = [];
  expect(await listRuns({ EXAMCTL_RUNS: folder }, (message) => warnings.push(message))).toEqual([]);
  expect(warnings).toEqual([`${path} is not the record of a run`]);
});
