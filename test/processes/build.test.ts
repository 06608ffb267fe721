/** The build: what it loads for help, and that it says what the sources say. */
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/cli/in-process.ts';
import { type Ended, PROGRAM, runProgram } from '../support/cli/program.ts';
import { csv, row } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const DIST = join(dirname(PROGRAM), '../dist/');

it.each([
  [['--version']],
  [['schedule', 'push', '--help']],
  [['schedule', 'pus']],
  [['validate', 'schedules', 'faulty.csv', '-v']],
  [['validate', 'users', 'none.csv', '--json']],
  [['local', 'show', 'roles', '--store', 'store', '-o', 'csv']],
  [['schedule', 'push', 'faulty.csv', '--dry-run', '--store', 'store']],
])('%j has the same end and the same words in a process and in this one, where most tests run it', async (args) => {
  const { folder: cwd, file } = await createWorkspace();
  await file(
    'faulty.csv',
    csv([row(), row(2, { Email: 'none' }), row(3, { ScheduleExtId: 'S_3', StartDateTime: '' })]),
  );
  expect(withoutTime(await runInProcess(args, { cwd }))).toEqual(withoutTime(await runProgram(args, { cwd })));
});

/** When a report was made: as JSON, or to the minute. */
function withoutTime({ stdout, ...rest }: Ended): Ended {
  return { ...rest, stdout: stdout.replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*/g, 'TIME') };
}

describe('what help loads', () => {
  it('is no package but commander: neither zod nor undici nor a prompt is in it', async () => {
    const sources = (await loadedByHelp()).flatMap(({ sources }) => sources);
    const packages = sources.flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
    expect([...new Set(packages)]).toEqual(['commander']);
    expect(sources).toContain('../src/main.ts');
  });

  it('is a small part of the program, in few files', async () => {
    const files = await loadedByHelp();
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(200_000);
    expect(files.length).toBeLessThan(10);
  });
});

interface LoadedFile {
  readonly bytes: number;
  /** What it was made of. */
  readonly sources: readonly string[];
}

/** The files of dist that are loaded when the help is printed. With source maps, node itself loads them and has a list. */
async function loadedByHelp(): Promise<LoadedFile[]> {
  const tell = 'process.on("exit", () => console.error(JSON.stringify(Object.keys(require.cache))))';
  const script = `${tell}; process.argv.push("--help"); require(${JSON.stringify(PROGRAM)})`;
  const { stderr } = await promisify(execFile)(process.execPath, ['--enable-source-maps', '-e', script, 'examctl']);
  const files = (JSON.parse(stderr) as string[]).filter((file) => file.startsWith(DIST));
  return Promise.all(
    files.map(async (file) => {
      // What the bundler adds of its own has none.
      const map = await readFile(`${file}.map`, 'utf8').catch(() => '{"sources":[]}');
      return { bytes: (await stat(file)).size, sources: (JSON.parse(map) as { sources: string[] }).sources };
    }),
  );
}
