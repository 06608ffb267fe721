/** The README's commands do what it says: every line of its `sh` blocks is run, in its order, in a folder of its own. */
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGE_TIMEOUT_MS, type RanPage, readBlocks, runSteps, stepsOf } from '../support/docs/page.ts';

/** Blocks that are for a bare clone: the runner of these tests has installed and built already. */
const INSTALL = 'npm ci && npm run build && ';
const TEST = 'npm ci && npm test';

const BLOCKS = await readBlocks('README.md');
const COMMANDS = BLOCKS.filter(({ language }) => language === 'sh').map(({ text }) => text);
const TYPED = stepsOf(BLOCKS).filter(({ command }) => command !== TEST);
const MAIN_JOB = TYPED.filter(({ command }) => command.startsWith(INSTALL))
  .map((step) => ({ ...step, command: step.command.replace(INSTALL, '') }))
  // Done twice, since the README tells what the second time says.
  .flatMap((step) => [step, step]);
const TOUR = TYPED.filter(({ command }) => !command.startsWith(INSTALL));

let job: RanPage;
let tour: RanPage;

beforeAll(async () => {
  // The README counts candidates in the main job alone.
  [job, tour] = await Promise.all([runSteps(MAIN_JOB), runSteps(TOUR, { isShort: true })]);
}, PAGE_TIMEOUT_MS);

afterAll(() => Promise.all([job, tour].map((page) => page.remove())));

describe('the README', () => {
  test('begins with one command to do the main job, and has one to run all tests', () => {
    expect(COMMANDS[0]).toMatch(new RegExp(`^${INSTALL}[^\\n]+\\n$`));
    expect(COMMANDS[1]).toBe(`${TEST}\n`);
  });

  test.each([...MAIN_JOB, ...TOUR].map(({ command, exitCode }, index) => [command, exitCode, index] as const))(
    '%s exits %i',
    (_command, exitCode, index) => {
      expect([...job.exitCodes, ...tour.exitCodes][index]).toBe(exitCode);
    },
  );

  test.each(BLOCKS.filter(({ language }) => language === 'text').map(({ text }) => text))(
    'shows what is written: %s',
    (text) => {
      expect(job.stdout + tour.stdout).toContain(text);
    },
  );

  test('leaves nothing behind', async () => {
    const [kept, left] = [await readdir(job.folder), await readdir(tour.folder)];
    expect(kept.filter((name) => !left.includes(name))).toEqual(['.examctl']);
    expect(left.filter((name) => !kept.includes(name))).toEqual([]);
  });
});
