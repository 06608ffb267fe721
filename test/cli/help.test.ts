import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/commands/program.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { runInProcess } from '../support/cli/in-process.ts';
import { testContext } from '../support/cli/test-context.ts';

function pathsOf(command: Command, path: readonly string[] = []): string[][] {
  return [[...path], ...command.commands.flatMap((child) => pathsOf(child, [...path, child.name()]))];
}

const COMMANDS = pathsOf(createProgram(testContext(), '0.0.0')).map((path) => path.join(' '));

describe('help', () => {
  it.each(COMMANDS)(
    'of "%s" begins with examples of that command, and is no failure',
    async (path) => {
      const words = path.split(' ').filter((word) => word !== '');
      const help = await runInProcess([...words, '--help']);
      expect(help).toMatchObject({ code: 0, stderr: '' });
      expect(help.stdout).toMatch(new RegExp(`^Examples:\n(  examctl .*  # \\S.*\n)*  examctl ${path}.*  # \\S`));
      expect(help.stdout).toContain(`Usage: examctl${path === '' ? '' : ` ${path}`} `);
      expect(help.stdout.trimEnd().split('\n').at(-1)).toMatch(/docs/);
    },
    20_000,
  );

  it.each(['', 'schedule push', 'local token'])('of "%s" is the same with the word help', async (path) => {
    const words = path.split(' ').filter((word) => word !== '');
    expect(await runInProcess(['help', ...words])).toEqual(await runInProcess([...words, '--help']));
  });

  it('wraps at 80 columns where the width is not known, but cuts nothing', async () => {
    const { stdout } = await runInProcess(['--help']);
    expect(stdout).not.toContain('…');
  });

  it('is given, on standard error and as a failure, where the command is incomplete', async () => {
    for (const words of [[], ['schedule'], ['local']]) {
      const { code, stdout, stderr } = await runInProcess(words);
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
    const { code, stdout, stderr } = await runInProcess(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^examctl: unknown (command|option) .*\n\\(Did you mean ${meant}\\?\\)\n$`));
  });

  it('takes no beginning of a name for the name', async () => {
    expect((await runInProcess(['sched', 'push', 'x.csv'])).code).toBe(2);
    expect((await runInProcess(['schedule', 'push', '--dry', 'x.csv'])).code).toBe(2);
  });

  it('knows the version, in one line', async () => {
    expect(await runInProcess(['--version'])).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' });
  });
});
