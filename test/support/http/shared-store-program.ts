/**
 * `serve` on a store that several processes share, as far as workers can tell: there is none behind it, and each answer
 * names the process that gave it.
 */
import { Command } from 'commander';
import { addGlobalOptions } from '../../../src/commands/options/global-options.ts';
import type { ServeContext } from '../../../src/commands/serve/run-serve.ts';
import { serveCommand } from '../../../src/commands/serve/serve.ts';
import type { Served } from '../../../src/context.ts';
import { createOutput } from '../../../src/output/terminal/streams.ts';
import { succeed } from '../../../src/platform/envelope.ts';
import type { AssessmentService } from '../../../src/platform/service.ts';

const served = {
  service: { getReviewSession: async () => succeed(process.pid as never) } as unknown as AssessmentService,
  keyed: () => served.service,
  sandbox: {} as never,
  check: async () => undefined,
  counts: () => ({ commits: 1 }),
  forgetKeptAnswers: async () => undefined,
  close: async () => undefined,
} as Served;

const stop = new AbortController();
for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => stop.abort(name));
const { stdout, stderr, env } = process;
const context = {
  env,
  stopSignal: () => stop.signal,
  setExitCode: (code: number) => {
    process.exitCode = code;
  },
  openOutput: (flags: object) => createOutput({ stdout, stderr, stdin: process.stdin, env, flags }),
  openServed: async () => served,
  storeBackend: () => ({ isShared: true, tokens: async () => ({ list: async () => [] }) }),
} as unknown as ServeContext;
const program = addGlobalOptions(new Command('examctl')).exitOverride();
program.addCommand(serveCommand(context));
program.parseAsync().catch((error: Error) => {
  stderr.write(`${error.message}\n`);
  process.exitCode = 2;
});
