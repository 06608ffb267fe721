import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listRuns } from '../../../src/commands/runs/run-list.ts';
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
  expect(warnings).toEqual([`${path} is not the record of a run that this examctl can read`]);
});

it.each([
  [['succeeded', 'succeeded'], 0, 'done'],
  [['succeeded', 'succeeded'], 4, 'done'],
  [['succeeded', 'succeeded'], 130, 'ended'],
  [['succeeded', 'failed'], 4, 'failed'],
  [['unknown', 'failed'], 4, 'unknown'],
  [['failed', 'not begun'], 130, 'open'],
  [['unknown', 'failed', 'not begun'], 6, 'open'],
])('a run with the outcomes %j and exit code %i is %s', async (outcomes, exitCode, state) => {
  const folder = await temporaryFolder();
  const run = '20261121T031500Z-3f9a1c';
  const at = '2026-11-21T03:15:00.000Z';
  const target = { kind: 'local', where: '/store' };
  const written = outcomes.map((outcome, n) => ({ type: 'outcome', n, outcome, attempts: 1 }));
  const lines = [
    { type: 'run', version: 1, cwd: folder, run, command: 'user sync', at, target, options: {} },
    ...outcomes.map((_, n) => ({ type: 'intent', n, key: `u-${n}`, file: 'u.csv', line: n + 2, action: 'create' })),
    { type: 'sealed', at, beside: [] },
    ...written.filter(({ outcome }) => outcome !== 'not begun'),
    { type: 'ended', at, exitCode },
  ];
  await writeFile(join(folder, `${run}.ndjson`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  expect(await listRuns({ EXAMCTL_RUNS: folder }, () => {})).toMatchObject([{ state }]);
});
