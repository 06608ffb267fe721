/** The guides do what they say: every command is run in an empty folder with the files of the page, and prints what is shown. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { runGuide, shownAs } from '../support/docs/guide.ts';
import { PAGE_TIMEOUT_MS, ROOT, readBlocks, stepsOf } from '../support/docs/page.ts';

const GUIDES = (await readdir(join(ROOT, 'docs/guides'))).filter(
  (name) => name.endsWith('.md') && name !== 'README.md',
);

test.each(GUIDES)(
  'the commands of docs/guides/%s end and print as it says',
  async (name) => {
    for (const { steps, output, shown } of await runGuide(await readBlocks(`docs/guides/${name}`))) {
      for (const { command, exitCode, ended } of steps) expect([command, ended], output).toEqual([command, exitCode]);
      for (const text of shown) expect(output).toMatch(shownAs(text));
    }
  },
  PAGE_TIMEOUT_MS,
);

test('the job of the guide for CI runs commands that the guide shows, beside the installation', async () => {
  const blocks = await readBlocks('docs/guides/sittings-from-ci.md');
  const job = blocks.find(({ language }) => language.startsWith('yaml'))?.text ?? '';
  const { jobs } = parse(job) as { jobs: Record<string, { steps: readonly { run?: string }[] }> };
  const runs = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  const typed = stepsOf(blocks).map(({ command }) => command);
  expect(runs.filter((run) => !run.startsWith('npm install ') && !typed.includes(run))).toEqual([]);
  expect(runs.length).toBeGreaterThan(2);
});
