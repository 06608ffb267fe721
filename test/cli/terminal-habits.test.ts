/** Habits of command lines that users bring along from other programs. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/commands/program.ts';
import { EXIT_CODES } from '../../src/errors.ts';
import { runInProcess } from '../support/cli/in-process.ts';
import { csv, row } from '../support/cli/sitting-list.ts';
import { testContext } from '../support/cli/test-context.ts';
import { createWorkspace } from '../support/cli/workspace.ts';
import { ROOT } from '../support/docs/page.ts';

const PROGRAM = createProgram(testContext(), '0.0.0');

function all(command: Command): Command[] {
  return [command, ...command.commands.flatMap(all)];
}

describe('flags', () => {
  it('have a long form each, and a short one means the same everywhere', () => {
    const options = all(PROGRAM).flatMap((command) => command.options);
    expect(options.filter(({ long }) => long === undefined || !/^--[a-z][a-z-]+$/.test(long))).toEqual([]);
    const shorts = options.filter(({ short }) => short !== undefined).map(({ short, long }) => `${short} ${long}`);
    const usual = ['-n --dry-run', '-o --output', '-q --quiet', '-v --verbose', '-y --yes'];
    expect([...new Set(shorts)].sort()).toEqual(usual);
  });

  it('stand in any order, before or after the files, and -- ends them', async () => {
    const { file, run } = await createWorkspace();
    await file('s.csv', csv([row()]));
    await file('-n.csv', csv([row()]));
    const lines = [
      ...['schedule push s.csv -n -q', 'schedule push -q -n s.csv', '-q schedule push -n -q -- -n.csv'],
      ...[
        'schedule push s.csv -nq',
        'schedule push -qn s.csv',
        'schedule push -nvqy s.csv',
        '-vy schedule push -nq s.csv',
      ],
    ];
    const ends = await Promise.all(lines.map((line) => run(line.split(' '))));
    expect(ends.map(({ code }) => code)).toEqual(lines.map(() => 0));
    expect(ends[1]?.stdout).toBe(ends[0]?.stdout);
  });

  it('take the last of several values, but never one of two files of records or of results', async () => {
    const options = all(PROGRAM).flatMap((command) => command.options);
    const files = ['--candidates', '--file', '--out', '--rejects'];
    const named = options.filter(({ long }) => files.includes(long ?? ''));
    for (const { parseArg } of named) expect(() => parseArg?.('b.csv', 'a.csv') ?? 'b.csv').toThrow('one file');
    const { code, stderr } = await runInProcess('validate users u.csv --rejects a.xlsx --rejects b.csv'.split(' '));
    expect(code).toBe(2);
    expect(stderr).toContain('--rejects cannot be "b.csv"\n  Give one file: a.xlsx is given already.');
  });

  it('that take a file refuse an empty name: a variable that is not set must not stop the run after its writes', async () => {
    const options = all(PROGRAM).flatMap((command) => command.options);
    const named = options.filter(({ flags }) => flags.includes('<file'));
    expect(named.length).toBeGreaterThan(20);
    const accepting = named.filter(({ parseArg }) => isAccepted(() => parseArg?.('', undefined)));
    expect(accepting.map(({ flags }) => flags)).toEqual([]);
    const { code, stderr } = await runInProcess(['user', 'sync', 'u.csv', '--rejects', '']);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('--rejects cannot be ""\n') });
  });
});

function isAccepted(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}

it('a command that waits for standard input at a terminal says so', async () => {
  const { stderr } = await runInProcess(['validate', 'users', '-'], { terminal: { columns: 80 } });
  expect(stderr).toContain('Reading from the terminal; end with Ctrl-D.');
});

it('a command is a noun and a verb, or a verb that is about files alone', () => {
  const lone = PROGRAM.commands.filter(({ commands }) => commands.length === 0).map((command) => command.name());
  expect(lone).toEqual(['validate', 'template', 'explain', 'schema', 'serve', 'completion']);
});

it('every exit code is documented', async () => {
  const page = await readFile(join(ROOT, 'docs/exit-codes.md'), 'utf8');
  const missing = Object.values(EXIT_CODES).filter(
    (code) => !new RegExp(`^\\| (\\d+[ ,/or]+)?${code}[ ,]`, 'm').test(page),
  );
  expect(missing).toEqual([]);
});

it.each([24, 40, 50, 80, 140])('lists fit a terminal of %i columns', async (columns) => {
  const { run, folder, store } = await createWorkspace();
  await run(['collection', 'add', '--title', 'A title']);
  const at = { cwd: folder, env: { EXAMCTL_STORE: store }, terminal: { columns } };
  for (const line of ['runs list', 'runs show latest', 'local show users', 'local show schedules', 'config list']) {
    const { stdout } = await runInProcess(line.split(' '), at);
    const wide = stdout.split('\n').filter((text) => [...text].length > columns);
    expect({ line, wide }).toEqual({ line, wide: [] });
  }
});
