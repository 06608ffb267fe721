/** The README's commands do what it says: every line of its `sh` blocks is run, in its order, in a folder of its own. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGE_TIMEOUT_MS, type RanPage, readBlocks, runSteps, stepsOf } from '../support/docs/page.ts';

/** Blocks that are for a bare clone: the runner of these tests has installed and built already. */
const INSTALL = 'npm ci && npm run build && ';
const TEST = 'npm ci && npm test';

const BLOCKS = await readBlocks('README.md');
const COMMANDS = BLOCKS.filter(({ language }) => language === 'sh').map(({ text }) => text);
const STEPS = stepsOf(BLOCKS)
  .filter(({ command }) => command !== TEST)
  // Done twice, since the README tells what the second time says.
  .flatMap((step) => (step.command.startsWith(INSTALL) ? [step, step] : [step]))
  .map((step) => ({ ...step, command: step.command.replace(INSTALL, '') }));

let ran: RanPage;

beforeAll(async () => {
  ran = await runSteps(STEPS);
}, PAGE_TIMEOUT_MS);

afterAll(() => ran.remove());

describe('the README', () => {
  test('begins with one command to do the main job, and has one to run all tests', () => {
    expect(COMMANDS[0]).toMatch(new RegExp(`^${INSTALL}[^\\n]+\\n$`));
    expect(COMMANDS[1]).toBe(`${TEST}\n`);
  });

  test.each(STEPS.map(({ command, exitCode }, index) => [command, exitCode, index] as const))(
    '%s exits %i',
    (_command, exitCode, index) => {
      expect(ran.exitCodes[index]).toBe(exitCode);
    },
  );

  test.each(BLOCKS.filter(({ language }) => language === 'text').map(({ text }) => text))(
    'shows what is written: %s',
    (text) => {
      expect(ran.stdout).toContain(text);
    },
  );

  test('leaves nothing behind', async () => {
    await expect(readFile(join(ran.folder, '.examctl/store/store.json'))).rejects.toThrow('ENOENT');
  });
});
