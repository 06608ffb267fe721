/** The commands of the documentation do what it says: those of each page are run, in their order, on a fresh example. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runInProcess } from '../support/cli/in-process.ts';
import { PAGE_TIMEOUT_MS, type RanPage, ROOT, readBlocks, runSteps, stepsOf } from '../support/docs/page.ts';

const NAMES = (await readdir(join(ROOT, 'docs'))).filter((name) => name.endsWith('.md'));
const PAGES = await Promise.all(
  NAMES.map(async (name) => {
    const blocks = await readBlocks(`docs/${name}`);
    return { name, blocks, steps: stepsOf(blocks) };
  }),
);
const WITH_COMMANDS = PAGES.filter(({ steps }) => steps.length > 0);

let ran: ReadonlyMap<string, RanPage>;

beforeAll(async () => {
  const entries = WITH_COMMANDS.map(
    async ({ name, steps }) => [name, await runSteps(steps, { isShort: true })] as const,
  );
  ran = new Map(await Promise.all(entries));
}, PAGE_TIMEOUT_MS);

afterAll(() => Promise.all([...ran.values()].map((page) => page.remove())));

describe('the documentation', () => {
  test('has its commands in blocks of sh, and other blocks of languages that hold none', () => {
    const languages = new Set(PAGES.flatMap(({ blocks }) => blocks.map(({ language }) => language)));
    expect([...languages].sort()).toEqual(['csv', 'json', 'sh', 'text']);
  });

  test('has commands on the pages about them', () => {
    expect(WITH_COMMANDS.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['mappings.md', 'store.md', 'runs.md', 'serve.md']),
    );
  });
});

describe.each(WITH_COMMANDS)('docs/$name', ({ name, blocks, steps }) => {
  const hasStore = steps.some(({ command }) => command.includes('local init'));

  test.each(steps.map(({ command, exitCode }, index) => [command, exitCode, index] as const))(
    '%s exits %i',
    (_command, exitCode, index) => {
      expect(ran.get(name)?.exitCodes[index]).toBe(exitCode);
    },
  );

  test('shows what is written', () => {
    for (const { text } of blocks.filter(({ language }) => language === 'text')) {
      expect(ran.get(name)?.stdout).toContain(text);
    }
  });

  test.runIf(hasStore)('leaves the example in such a state that it takes a push', async () => {
    const push = ['schedule', 'push', 'fixtures/sittings.csv', '--upsert', '--dry-run'];
    const { code, stdout } = await runInProcess(push, { cwd: ran.get(name)?.folder ?? '' });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/40 schedules/) });
  });
});
