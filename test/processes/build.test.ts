/** The build: what it loads for help, and that it says what the sources say. */
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/cli/in-process.ts';
import { PROGRAM, runProgram } from '../support/cli/program.ts';
import { createWorkspace, FAULTY } from '../support/cli/workspace.ts';

const MAIN = join(dirname(PROGRAM), '../dist/main.js');

it.each([
  [['--version']],
  [['schedule', 'push', '--help']],
  [['schedule', 'pus']],
  [['validate', 'schedules', FAULTY, '-v']],
  [['validate', 'users', 'none.csv', '--json']],
  [['local', 'show', 'roles', '--store', 'store', '-o', 'csv']],
  [['schedule', 'push', FAULTY, '--dry-run', '--store', 'store']],
])('%j has the same end and the same words in a process and in this one, where most tests run it', async (args) => {
  const { folder: cwd } = await createWorkspace();
  expect(await runInProcess(args, { cwd })).toEqual(await runProgram(args, { cwd }));
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
