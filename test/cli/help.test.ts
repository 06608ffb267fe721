import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/commands/program.ts';
import { PROGRAM, runProgram } from '../support/cli/program.ts';
import { testContext } from '../support/cli/test-context.ts';

const MAIN = join(dirname(PROGRAM), '../dist/main.js');

function pathsOf(command: Command, path: readonly string[] = []): string[][] {
  return [[...path], ...command.commands.flatMap((child) => pathsOf(child, [...path, child.name()]))];
}

const COMMANDS = pathsOf(createProgram(testContext(), '0.0.0')).map((path) => path.join(' '));

describe('help', () => {
  it.each(COMMANDS)(
    'of "%s" begins with examples of that command, and is no failure',
    async (path) => {
      const words = path.split(' ').filter((word) => word !== '');
      const help = await runProgram([...words, '--help']);
      expect(help).toMatchObject({ code: 0, stderr: '' });
      expect(help.stdout).toMatch(new RegExp(`^Examples:\n(  examctl .*  # \\S.*\n)*  examctl ${path}.*  # \\S`));
      expect(help.stdout).toContain(`Usage: examctl${path === '' ? '' : ` ${path}`} `);
      expect(help.stdout.trimEnd().split('\n').at(-1)).toMatch(/docs/);
    },
    20_000,
  );

  it.each(['', 'schedule push', 'local token'])('of "%s" is the same with the word help', async (path) => {
    const words = path.split(' ').filter((word) => word !== '');
    expect(await runProgram(['help', ...words])).toEqual(await runProgram([...words, '--help']));
  });

  it('wraps at 80 columns where the width is not known, but cuts nothing', async () => {
    const { stdout } = await runProgram(['--help']);
    expect(stdout).not.toContain('…');
  });

  it('is given, on standard error and as a failure, where the command is incomplete', async () => {
    for (const words of [[], ['schedule'], ['local']]) {
      const { code, stdout, stderr } = await runProgram(words);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^Examples:/);
    }
  });

  it.each([
    [['schedul', 'push'], 'schedule'],
    [['schedule', 'pus'], 'push'],
    [['schedule', 'push', '--upser'], '--upsert'],
    [['help', 'locl'], 'local'],
    [['local', 'sho'], 'show'],
  ])('suggests what was meant, and does not do it: %j', async (words, meant) => {
    const { code, stdout, stderr } = await runProgram(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^examctl: unknown (command|option) .*\n\\(Did you mean ${meant}\\?\\)\n$`));
  });

  it('takes no beginning of a name for the name', async () => {
    expect((await runProgram(['sched', 'push', 'x.csv'])).code).toBe(2);
    expect((await runProgram(['schedule', 'push', '--dry', 'x.csv'])).code).toBe(2);
  });

  it('knows the version, in one line', async () => {
    const { version } = JSON.parse(await readFile(join(dirname(PROGRAM), '../package.json'), 'utf8'));
    expect(await runProgram(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('what help loads', () => {
  it('is no package but commander: neither zod nor undici nor a prompt is in what main.js imports', async () => {
    const sources = [...(await readStatically(MAIN)).values()].join('\n');
    const packages = [...sources.matchAll(/^\/\/ .*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm)].map(
      ([, name]) => name,
    );
    expect([...new Set(packages)]).toEqual(['commander']);
    // Else the comments that name the packages would be gone, and the test with them.
    expect(sources).toContain('// src/main.ts');
  });

  it('is a small part of the program', async () => {
    const bytes = [...(await readStatically(MAIN)).values()].reduce((sum, text) => sum + text.length, 0);
    expect(bytes).toBeLessThan(400_000);
  });
});

/** A module and all that it imports before it runs, by path. */
async function readStatically(file: string, seen = new Map<string, string>()): Promise<Map<string, string>> {
  if (seen.has(file)) return seen;
  const text = await readFile(file, 'utf8');
  seen.set(file, text);
  for (const [, chunk = ''] of text.matchAll(/^(?:import|export)\b[^;"']*["'](\.[^"']+)["']/gm)) {
    await readStatically(resolve(dirname(file), chunk), seen);
  }
  return seen;
}
