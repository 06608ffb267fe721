/** Runs a command in the process of the test: the program as it is, with streams that are kept. */
import { createProgram } from '../../../src/commands/program.ts';
import type { Context } from '../../../src/context.ts';
import type { BulkReport } from '../../../src/contract/report.ts';
import { createOutput } from '../../../src/output/streams.ts';
import { adapters } from '../../../src/wiring.ts';
import { keptStream } from '../../unit/output/fake-streams.ts';

/** The report of a bulk command; `--json` is added. */
export async function reportOf(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  given: Partial<Context> = {},
): Promise<BulkReport> {
  const [stdout, stderr] = [keptStream(), keptStream()];
  const stdin = process.stdin;
  const context: Context = {
    ...adapters,
    version: '0.0.0',
    env,
    stdin,
    stopSignal: () => new AbortController().signal,
    setExitCode: () => {},
    openOutput: (flags) => createOutput({ stdout, stderr, stdin: {}, env, flags }),
    ...given,
  };
  await createProgram(context, context.version).parseAsync([...args, '--json', '--no-input'], { from: 'user' });
  return JSON.parse(stdout.text) as BulkReport;
}
