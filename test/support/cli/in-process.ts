/** Runs a command line in this process, on real adapters: for tests to which a process of its own adds nothing. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { onTestFinished } from 'vitest';
import { createProgram } from '../../../src/commands/program.ts';
import { reportFailure } from '../../../src/commands/report-failure.ts';
import type { Context } from '../../../src/context.ts';
import type { BulkReport } from '../../../src/contract/report.ts';
import { createOutput } from '../../../src/output/streams.ts';
import { adapters } from '../../../src/wiring.ts';
import { entriesOf, loadCatalogue } from './local-platform.ts';

export interface InProcess {
  readonly folder: string;
  /** Paths are given whole: the working folder is that of the tests. */
  json(args: readonly string[]): Promise<{ readonly code: number; readonly report: BulkReport }>;
  file(name: string, content: string): Promise<string>;
  load(catalogue: unknown): Promise<void>;
  entries<T>(kind: string): Promise<T[]>;
}

/** A folder with an empty store. */
export async function createInProcess(): Promise<InProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'examctl-in-process-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = join(folder, 'store');
  await adapters.createStore(store);
  const env = { EXAMCTL_STORE: store, EXAMCTL_RUNS: join(folder, 'runs') };
  return {
    folder,
    json: async (args) => {
      const { code, stdout } = await runInProcess([...args, '--json'], env);
      return { code, report: JSON.parse(stdout) as BulkReport };
    },
    file: async (name, content) => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    },
    load: (catalogue) => loadCatalogue(store, catalogue),
    entries: (kind) => entriesOf(store, kind),
  };
}

async function runInProcess(
  args: readonly string[],
  env: Context['env'],
): Promise<{ readonly code: number; readonly stdout: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const [written] = [text(stdout), text(stderr)];
  const { signal } = new AbortController();
  let code = 0;
  const context: Context = {
    ...adapters,
    version: 'test',
    env,
    stdin: Readable.from([]),
    stopSignal: () => signal,
    setExitCode: (given) => {
      code = given;
    },
    openOutput: (flags) => createOutput({ stdout, stderr, stdin: {}, env, flags }),
  };
  const program = createProgram(context, context.version);
  keepInProcess([program]);
  await program
    .parseAsync(args, { from: 'user' })
    .catch((error: unknown) => reportFailure(context, args, program, error));
  stdout.end();
  stderr.end();
  return { code, stdout: await written };
}

/** A wrong command line is thrown, as in `main.ts`. */
function keepInProcess(commands: readonly Command[]): void {
  for (const command of commands) {
    command.exitOverride().configureOutput({ writeErr: () => {} });
    keepInProcess(command.commands);
  }
}
