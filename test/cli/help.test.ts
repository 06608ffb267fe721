import { Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { createProgram } from '../../src/commands/program.ts';
import { runInProcess, runWithStreams } from '../support/cli/in-process.ts';
import { testContext } from '../support/cli/test-context.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

function pathsOf(command: Command, path: readonly string[] = []): string[][] {
  return [[...path], ...command.commands.flatMap((child) => pathsOf(child, [...path, child.name()]))];
}

const COMMANDS = pathsOf(createProgram(testContext(), '0.0.0')).map((path) => path.join(' '));

describe('help', () => {
  it.each(COMMANDS)(
    'of "%s" has examples of that command, on at most 100 lines, and is no failure',
    async (path) => {
      const words = path.split(' ').filter((word) => word !== '');
      const help = await runInProcess([...words, '--help']);
      expect(help).toMatchObject({ code: 0, stderr: '' });
      const [, examples = ''] = /(?:^|\n\n)Examples:\n([\s\S]*?)\n\n/.exec(help.stdout) ?? [];
      expect(examples).toMatch(new RegExp(`^  examctl ${path}`, 'm'));
      expect(examples).toMatch(/# \S/);
      expect(help.stdout.split('\n').length).toBeLessThanOrEqual(101);
      expect(help.stdout).toContain(`Usage: examctl${path === '' ? '' : ` ${path}`} `);
      expect(help.stdout.split('\n\n').at(-1)).toMatch(
        /^(?:Flags of every command: examctl help options\n)?Read: [\s\S]*docs\/[\s\S]*\nAsk: /,
      );
    },
    20_000,
  );

  it.each(['', 'schedule push', 'local token'])('of "%s" is the same with the word help', async (path) => {
    const words = path.split(' ').filter((word) => word !== '');
    expect(await runInProcess(['help', ...words])).toEqual(await runInProcess([...words, '--help']));
  });

  it.each(['--json', '-q', '--no-color', 'schedule --json', 'user sync -v --json'])(
    'is no failure with flags: help %s',
    async (line) => {
      const names = line.split(' ').filter((word) => !word.startsWith('-'));
      expect(await runInProcess(['help', ...line.split(' ')])).toEqual(await runInProcess([...names, '--help']));
    },
  );

  it.each([24, 60, 140])('keeps to %i columns in every command, and leaves nothing out', async (columns) => {
    for (const path of COMMANDS) {
      const words = path.split(' ').filter((word) => word !== '');
      const { stdout } = await runInProcess([...words, '--help'], { terminal: { columns } });
      const wide = stdout
        .split('\n')
        .filter((line) => line.length > columns && line.trim().replace(/ \\$/, '').includes(' '));
      expect({ path, wide }).toEqual({ path, wide: [] });
      if (columns !== 60) continue;
      const letters = (text: string) => [...text.replaceAll(/\s+\\?|# .*$/gm, '')].sort().join('');
      const whole = await runInProcess([...words, '--help'], { terminal: { columns: 500 } });
      expect({ path, letters: letters(stdout.slice(stdout.indexOf('Usage:'))) }).toEqual({
        path,
        letters: letters(whole.stdout.slice(whole.stdout.indexOf('Usage:'))),
      });
    }
  });

  it('shows verbs first, and the flags of every command on a page of their own', async () => {
    const sections = async (words: readonly string[]) =>
      [...(await runInProcess([...words, '--help'])).stdout.matchAll(/^([A-Z][a-z ]+):$/gm)].map(([, name]) => name);
    expect(await sections(['schedule', 'push'])).toEqual([
      ...['Examples', 'Arguments', 'Options', 'Input', 'Safety', 'Reports', 'Platform', 'For one schedule'],
    ]);
    for (const group of ['review-session', 'runs', 'local']) {
      expect((await sections([group]))[0]).toBe('Commands');
    }
    expect((await sections([])).slice(0, 2)).toEqual(['Send to the platform', 'Prepare and check files']);
  });

  it('of the program shows every verb', async () => {
    const { stdout } = await runInProcess(['--help']);
    const verbs = COMMANDS.filter((path) => !COMMANDS.some((other) => other.startsWith(`${path} `)) && path !== '');
    expect(verbs.filter((path) => !stdout.includes(`\n  ${path} `))).toEqual([]);
  });

  it('of a call without words is one screen of groups, and no failure', async () => {
    const { code, stdout, stderr } = await runInProcess([]);
    expect({ code, stderr, isShort: stdout.trimEnd().split('\n').length <= 25 }).toEqual({
      ...{ code: 0, stderr: '', isShort: true },
    });
    const groups = COMMANDS.filter((path) => path !== '' && !path.includes(' '));
    expect(groups.filter((name) => !stdout.includes(`\n  ${name} `))).toEqual([]);
  });

  it('of the flags of every command is "help options"', async () => {
    const { code, stdout } = await runInProcess(['help', 'options']);
    expect({ code, flags: stdout.match(/--(?:output|json|yes|no-input|profile|debug)\b/g) }).toEqual({
      ...{ code: 0, flags: expect.arrayContaining(['--output', '--json', '--yes', '--no-input', '--profile']) },
    });
    expect((await runInProcess(['user', 'sync', '--help'])).stdout).not.toContain('--no-color');
  });

  it('goes to standard error for an incomplete command, which fails', async () => {
    for (const words of [['schedule'], ['local'], ['local', 'schedule']]) {
      const { code, stdout, stderr } = await runInProcess(words);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^Usage: /);
      expect(stderr).not.toContain('\n\n\n');
    }
  });

  it.each([
    [['schedul', 'push'], 'schedule'],
    [['schedule', 'pus'], 'push'],
    [['schedule', 'push', '--upser'], '--upsert'],
    [['help', 'locl'], 'local'],
    [['local', 'sho'], 'show'],
    [['valdate', 'invigilators', 'x.csv'], 'validate'],
    [['push', 'x.csv'], 'schedule push'],
    [['validate', 'user', 'x.csv'], 'users'],
    [['local', 'show', 'schedule'], 'schedules'],
    [['runs', 'list', '-o', 'jsn'], 'json'],
  ])('suggests the intended word and runs nothing: %j', async (words, meant) => {
    const { code, stdout, stderr } = await runInProcess(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^examctl: \\S.*\n  Did you mean ${meant}\\?( Choose one of: .*)?\n$`));
  });

  it.each([
    [
      ['validate'],
      'KIND is missing: what the files hold, one of schedules',
      'Usage: examctl validate [options] <kind>',
    ],
    [
      ['schedule', 'links'],
      'SCHEDULE is missing: external ids of schedules',
      'Name schedules, or a file of schedules with --from FILE. See examctl schedule links --help.',
    ],
    [['runs', 'prune'], '--older-than is missing: age in days or weeks', 'See examctl runs prune --help.'],
    [['schedule', 'push', '--store'], '--store needs a value', 'See examctl schedule push --help.'],
    [['runs', 'show', 'a', 'b'], 'Too many arguments: examctl runs show takes 1', 'See examctl runs show --help.'],
    [['schedule', 'push', '--concurrency', 'many'], '--concurrency cannot be "many"', 'Write a number from 1 to 9999.'],
    [
      ['schedule', 'push', '--concurrency', '1\n2'],
      '--concurrency cannot be "1\\n2"',
      'Write a number from 1 to 9999.',
    ],
    [['user', 'sync', '-o', 'js\non'], '--output cannot be "js\\non"', 'Did you mean json? Choose one of: table'],
    [['review-session', 'show', 'RS-1', ''], 'ID cannot be ""', 'The id is empty.'],
    [['bo\ngus'], 'Unknown command: bo\\ngus', 'See examctl --help.'],
    [['user', 'synk\n'], 'Unknown command: synk\\n', 'Did you mean sync?'],
  ])('an error has its own words, not those of commander: %j', async (words, problem, hint) => {
    const { code, stdout, stderr } = await runInProcess(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`examctl: ${problem}`);
    expect(stderr).toContain(`\n  ${hint}`);
  });

  it.each([
    [['schedule', 'push', '--dry'], 'Did you mean --dry-run?'],
    [['user', 'sync', '--max'], 'Did you mean --max-changes or --max-missing?'],
    [['local', 'show', 'users', '--lock'], 'Did you mean --lock-timeout?'],
  ])('suggests the flags that begin with the typed text: %j', async (args, hint) => {
    const { code, stderr } = await runInProcess(args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`\n  ${hint}\n`) });
  });

  it('accepts no abbreviated names', async () => {
    expect((await runInProcess(['sched', 'push', 'x.csv'])).code).toBe(2);
    expect((await runInProcess(['schedule', 'push', '--dry', 'x.csv'])).code).toBe(2);
  });

  it('--version prints one line, and with --json also the version of Node', async () => {
    const { stdout } = await runInProcess(['--version', '--json']);
    const { version, node } = { version: packageJson.version, node: process.versions.node };
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1, name: 'examctl', version, node });
    expect(await runInProcess(['--version'])).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' });
  });
});

describe('where standard output cannot be written', () => {
  async function runOnFullDisk(args: string[], env = {}): Promise<{ code: number; stderr: string }> {
    const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('ENOSPC: no space left')) });
    // In a real process, main.ts listens for errors of the stream.
    full.on('error', () => {});
    const said: Buffer[] = [];
    const stderr = new Writable({ write: (chunk: Buffer, _encoding, done) => done(void said.push(chunk)) });
    const code = await runWithStreams(args, { env }, { stdin: Readable.from([]), stdout: full, stderr });
    return { code, stderr: Buffer.concat(said).toString() };
  }

  it.each([[['--help']], [['--version']], [['schedule', 'push', '--help']]])('%j says why', async (args) => {
    const { code, stderr } = await runOnFullDisk(args);
    expect(code).toBe(1);
    expect(stderr).toContain('standard output cannot be written: ENOSPC: no space left');
  });

  it.each([[[]], [['--json']]])('a token that nobody has seen is no token (%j)', async (flags) => {
    const { run, store } = await createWorkspace();
    expect((await runOnFullDisk(['local', 'token', 'add', ...flags], { EXAMCTL_STORE: store })).code).toBe(1);
    expect((await run(['local', 'token', 'list', '--json'])).stdout).toBe('[]\n');
  });
});
