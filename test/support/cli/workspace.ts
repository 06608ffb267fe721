/** A working folder with a store that has the example catalogue. */
import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { BulkReport } from '../../../src/model/report.ts';
import { runInProcess } from './in-process.ts';
import { entriesOf, loadCatalogue } from './local-platform.ts';
import type { Ended, RunOptions } from './program.ts';

export const FIXTURES = fileURLToPath(new URL('../../../fixtures', import.meta.url));
export const SITTINGS = join(FIXTURES, 'sittings.csv');
export const FAULTY = join(FIXTURES, 'sittings-faulty.csv');

/** Runs a command line: `runInProcess`, or `runProgram` for tests that need a process. */
type Runner<Options extends RunOptions> = (args: readonly string[], options?: Options) => Promise<Ended>;

export interface Workspace<Options extends RunOptions = RunOptions> {
  readonly folder: string;
  readonly store: string;
  /** Runs a command line in the folder, on its store. */
  readonly run: Runner<Options>;
  /** The same with `--json`: standard output must be JSON and nothing else. */
  json(args: readonly string[], options?: Options): Promise<Ended & { readonly report: BulkReport }>;
  /** Writes a file into the folder. Returns its path. */
  file(name: string, content: string | Uint8Array): Promise<string>;
  /** Loads a catalogue into the store. */
  load(catalogue: unknown): Promise<void>;
  /** Returns all entries of a kind in the store. */
  entries<T>(kind: string): Promise<T[]>;
}

export async function createWorkspace(): Promise<Workspace>;
export async function createWorkspace<Options extends RunOptions>(runner: Runner<Options>): Promise<Workspace<Options>>;
export async function createWorkspace(runner: Runner<RunOptions> = runInProcess): Promise<Workspace> {
  const space = await createLastingWorkspace(runner);
  onTestFinished(() => rm(space.folder, { recursive: true, force: true }));
  return space;
}

/** Creates a workspace for all tests of a file that only read it. It is removed with the temporary folder of the run. */
export async function createLastingWorkspace(runner: Runner<RunOptions> = runInProcess): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), 'examctl-cli-'));
  const store = join(folder, 'store');
  const run: Workspace['run'] = (args, { env, ...options } = {}) =>
    runner(args, { cwd: folder, ...options, env: { EXAMCTL_STORE: store, ...env } });
  await copyOfExample(store);
  return {
    folder,
    store,
    run,
    json: async (args, options) => {
      const result = await run([...args, '--json'], options);
      return { ...result, report: JSON.parse(result.stdout) as BulkReport };
    },
    file: async (name, content) => {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
      return join(folder, name);
    },
    load: (catalogue) => loadCatalogue(store, catalogue),
    entries: (kind) => entriesOf(store, kind),
  };
}

export function parseLines<T>(ndjson: string): T[] {
  return ndjson
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** Returns the digests of all files of a folder by path. They are equal only if no byte, name or file differs. */
export async function digestsOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const digests = await Promise.all(
    files.sort().map(
      async (file) =>
        [
          file,
          createHash('sha256')
            .update(await readFile(file))
            .digest('hex'),
        ] as const,
    ),
  );
  return Object.fromEntries(digests);
}

let example: Promise<string> | undefined;

/** `local init` creates the store once, and each workspace gets a copy. Copying without promises takes a tenth of the time. */
async function copyOfExample(store: string): Promise<void> {
  example ??= makeExample();
  cpSync(await example, store, { recursive: true });
}

async function makeExample(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'examctl-example-'));
  const { code, stderr } = await runInProcess(['local', 'init', '--example', '--store', join(folder, 'store')]);
  if (code !== 0) throw new Error(`local init failed\n${stderr}`);
  return join(folder, 'store');
}
