/** The examples of the help and the reference, and commands within a sentence: the program knows what they say. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../../src/commands/program.ts';
import { testContext } from '../../support/cli/test-context.ts';
import { ROOT, readBlocks, stepsOf } from '../../support/docs/page.ts';

const PAGES = ['README.md', ...(await markdownIn('docs')), ...(await markdownIn('docs/reference'))];
const COMMANDS = [...new Set((await Promise.all(PAGES.map(commandsIn))).flat())];

async function markdownIn(folder: string): Promise<string[]> {
  return (await readdir(join(ROOT, folder))).filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`);
}

/** Whole lines, and in sentences what stands between backticks; without what the shell does with it. */
async function commandsIn(page: string): Promise<string[]> {
  const lines = stepsOf(await readBlocks(page)).map(({ command }) => command.replace(/\s+# .*$/, ''));
  const inline = [...(await readFile(join(ROOT, page), 'utf8')).matchAll(/`(examctl [^`\n]+)`/g)];
  return [...lines, ...inline.map(([, command = '']) => command)]
    .map((command) => command.replace(/ [>&].*$/, ''))
    .filter((command) => /^examctl [a-z]/.test(command));
}

/** The program, with commands that only read their arguments. */
function readingProgram(): Command {
  const program = createProgram(testContext(), '0.0.0');
  quieten(program);
  return program;
}

function quieten(command: Command): void {
  if (command.commands.length === 0) command.action(() => {});
  command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
  for (const child of command.commands) quieten(child);
}

/** The words as a shell gives them. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/(?:"[^"]*"|[^\s"])+/g)].map(([word]) => word.replaceAll('"', ''));
}

describe('a documented command', () => {
  it.each(COMMANDS)('is known with its flags: %s', async (command) => {
    const [, ...args] = wordsOf(command);
    await expect(readingProgram().parseAsync(args, { from: 'user' })).resolves.toBeDefined();
  });

  it('would not pass with a flag that there is not', async () => {
    await expect(readingProgram().parseAsync(['schedule', 'push', '--upsrt'], { from: 'user' })).rejects.toThrow(
      'unknown option',
    );
    expect(COMMANDS.length).toBeGreaterThan(50);
  });
});
