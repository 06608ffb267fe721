/** The program knows every documented command: in the help, in the reference, and within sentences. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../../src/commands/program.ts';
import { testContext } from '../../support/cli/test-context.ts';
import { ROOT, readBlocks, stepsOf } from '../../support/docs/page.ts';

const FOLDERS = ['docs', 'docs/project', 'docs/reference'];
const PAGES = ['README.md', ...(await Promise.all(FOLDERS.map(markdownIn))).flat()];
const COMMANDS = [...new Set((await Promise.all(PAGES.map(commandsIn))).flat())];

async function markdownIn(folder: string): Promise<string[]> {
  return (await readdir(join(ROOT, folder))).filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`);
}

/** The commands of a page: whole lines, and text between backticks in sentences. Redirections are cut off. */
async function commandsIn(page: string): Promise<string[]> {
  const lines = stepsOf(await readBlocks(page)).map(({ command }) => command.replace(/\s+# .*$/, ''));
  const inline = [...(await readFile(join(ROOT, page), 'utf8')).matchAll(/`(examctl [^`\n]+)`/g)];
  return [...lines, ...inline.map(([, command = '']) => command)]
    .map((command) => command.replace(/ [>&].*$/, ''))
    .filter((command) => /^examctl [a-z]/.test(command));
}

/** The program with commands that read their arguments and do nothing. */
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

/** The words of a command as a shell splits them. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/(?:"[^"]*"|[^\s"])+/g)].map(([word]) => word.replaceAll('"', ''));
}

describe('a documented command', () => {
  it.each(COMMANDS)('is known with its flags: %s', async (command) => {
    const [, ...args] = wordsOf(command);
    await expect(readingProgram().parseAsync(args, { from: 'user' })).resolves.toBeDefined();
  });

  it('is refused with an unknown flag', async () => {
    await expect(readingProgram().parseAsync(['schedule', 'push', '--upsrt'], { from: 'user' })).rejects.toThrow(
      'unknown option',
    );
    expect(COMMANDS.length).toBeGreaterThan(50);
  });
});
