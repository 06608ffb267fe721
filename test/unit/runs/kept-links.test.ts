/** Links that came with a run's answers: kept for their owner alone, and the newest of a candidate counts. */
import { appendFile, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { ReportTarget } from '../../../src/model/report.ts';
import type { Links } from '../../../src/platform/envelope.ts';
import { createLinkKeeper, readKeptLinks } from '../../../src/runs/kept-links.ts';
import { listRunIds } from '../../../src/runs/record/list-records.ts';
import { temporaryFolder } from '../../support/store/temporary-folder.ts';

const TARGET: ReportTarget = { kind: 'remote', where: 'https://exams.example.org' };
const isTarget = async ({ where }: ReportTarget) => where === TARGET.where;
const RUNS = ['20261121T031500Z-3f9a1c', '20261122T031500Z-3f9a1c'] as const;

let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
});

function link(candidate: string | null, url: string, name = 'StartupLink'): Links[number] {
  return { CandidateExtId: candidate, name, url: `https://x.example/${url}` };
}

async function keep(run: string, schedule: string, links: Links, target = TARGET): Promise<void> {
  // No two answers come in the same millisecond.
  vi.setSystemTime(Date.now() + 1);
  const keeper = createLinkKeeper(join(folder, `${run}.ndjson`), target);
  await keeper.keep(schedule, links);
  await keeper.close();
}

const linksFile = (run: string) => join(folder, `${run}.links.ndjson`);

it('are in a file that only its owner can read, which is no record of a run', async () => {
  await keep(RUNS[0], 'S-1', [link('c-1', 'a')]);
  expect((await stat(linksFile(RUNS[0]))).mode & 0o777).toBe(0o600);
  expect(await listRunIds(folder)).toEqual([]);
});

it('links are on the disk as soon as they are kept, and no file is made without one', async () => {
  const keeper = createLinkKeeper(join(folder, `${RUNS[0]}.ndjson`), TARGET);
  expect(await readdir(folder)).toEqual([]);
  await Promise.all([keeper.keep('S-1', [link('c-1', 'a')]), keeper.keep('S-2', [link('c-2', 'b')])]);
  expect(await readFile(linksFile(RUNS[0]), 'utf8')).toMatch(/x\.example\/a.*x\.example\/b/s);
  await keeper.close();
});

it('links of a candidate are those of the newest answer, in a later run or in the same one when it is resumed', async () => {
  await keep(RUNS[1], 'S-1', [link('c-1', 'a'), link('c-1', 'b', 'LaunchUrl'), link('c-2', 'c'), link(null, 'd')]);
  await keep(RUNS[0], 'S-1', [link('c-1', 'e'), link(null, 'f')]);
  await keep(RUNS[1], 'S-1', [link('c-2', 'g')]);
  const { links, damaged } = await readKeptLinks(folder, 'S-1', isTarget);
  expect(links).toEqual([link('c-1', 'e'), link('c-2', 'g'), link(null, 'f')]);
  expect(damaged).toEqual([]);
});

it('links of another schedule or platform are not mixed in', async () => {
  await keep(RUNS[0], 'S-1', [link('c-1', 'a')], { ...TARGET, where: 'https://other.example.org' });
  await keep(RUNS[1], 'S-2', [link('c-1', 'b')]);
  expect((await readKeptLinks(folder, 'S-1', isTarget)).links).toEqual([]);
  expect((await readKeptLinks(join(folder, 'none'), 'S-1', isTarget)).links).toEqual([]);
});

it('survive a run that was killed while it wrote, wherever that was', async () => {
  await keep(RUNS[0], 'S-1', [link('c-1', 'a')]);
  const whole = await readFile(linksFile(RUNS[0]), 'utf8');
  for (let length = 0; length <= whole.length; length += 7) {
    await rm(linksFile(RUNS[0]));
    await appendFile(linksFile(RUNS[0]), whole);
    await truncate(linksFile(RUNS[0]), length);
    await keep(RUNS[0], 'S-1', [link('c-2', 'b')]);
    const { links } = await readKeptLinks(folder, 'S-1', isTarget);
    expect(links).toContainEqual(link('c-2', 'b'));
    expect(links).toHaveLength(length >= whole.length - 1 ? 2 : 1);
  }
});

it('links that cannot be read any more are reported by their file', async () => {
  await keep(RUNS[0], 'S-1', [link('c-1', 'a')]);
  await appendFile(linksFile(RUNS[0]), '{"at":"2026');
  const { links, damaged } = await readKeptLinks(folder, 'S-1', isTarget);
  expect(links).toEqual([link('c-1', 'a')]);
  expect(damaged).toEqual([`${RUNS[0]}.links.ndjson`]);
});
