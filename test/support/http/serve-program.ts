/** The command `serve` as a script, with another service instead of the program's. */
import { Command } from 'commander';
import { addGlobalOptions } from '../../../src/commands/options/call.ts';
import { serveCommand } from '../../../src/commands/serve/serve.ts';
import type { Context } from '../../../src/context.ts';
import { createOutput } from '../../../src/output/terminal/streams.ts';

export type ServedStore = Pick<Context, 'openServed' | 'storeBackend'>;

export function runServeProgram(served: ServedStore): void {
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
    ...served,
  } as unknown as Context;
  const program = addGlobalOptions(new Command('examctl')).exitOverride();
  program.addCommand(serveCommand(context));
  program.parseAsync().catch((error: Error) => {
    stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  });
}
