/** Runs the commands about the server in this process, with real stores and tokens, and records their output. */
import { Readable, Writable } from 'node:stream';
import { Command } from 'commander';
import { onTestFinished } from 'vitest';
import { tokenCommand } from '../../../src/commands/local/token.ts';
import { addGlobalOptions } from '../../../src/commands/options/global-options.ts';
import type { ServeContext } from '../../../src/commands/serve/run-serve.ts';
import { type RunServe, serveCommand } from '../../../src/commands/serve/serve.ts';
import { createPrompter } from '../../../src/output/terminal/prompts.ts';
import { createOutput } from '../../../src/output/terminal/streams.ts';
import { createAdapters } from '../../../src/wiring.ts';
import { waitUntil } from './wait-until.ts';

export interface CommandRun {
  /** Resolves when the command has ended. */
  readonly done: Promise<unknown>;
  stdout(): string;
  stderr(): string;
  /** Has the effect of a signal. */
  stop(): void;
}

/** Starts a server, and resolves when it has printed its address. The server ends with its test. */
export async function startServe(
  argv: readonly string[],
  options: RunOptions = {},
): Promise<CommandRun & { readonly url: string }> {
  const run = runCommand(['serve', '--port', '0', ...argv], options);
  onTestFinished(async () => {
    run.stop();
    await run.done.catch(() => {});
  });
  await Promise.race([run.done, waitUntil(() => run.stdout().endsWith('\n'))]);
  return { ...run, url: run.stdout().trim() };
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: RunServe;
}

export function runCommand(argv: readonly string[], { env = {}, run }: RunOptions = {}): CommandRun {
  const [stdout, stderr] = [memoryStream(), memoryStream()];
  const controller = new AbortController();
  const context: ServeContext = {
    env,
    stopSignal: () => controller.signal,
    setExitCode: () => {},
    openOutput: (flags) => createOutput({ stdout, stderr, stdin: Readable.from([]), env, flags }),
    openPrompter: createPrompter,
    ...createAdapters(env),
  };
  const program = addGlobalOptions(new Command('examctl'));
  const write = {
    writeOut: (text: string) => void stdout.write(text),
    writeErr: (text: string) => void stderr.write(text),
  };
  program.exitOverride().configureOutput(write);
  program.addCommand(serveCommand(context, run)).addCommand(new Command('local').addCommand(tokenCommand(context)));
  inherit(program);
  const done = program.parseAsync([...argv], { from: 'user' });
  done.catch(() => {});
  return { done, stdout: stdout.text, stderr: stderr.text, stop: () => controller.abort('SIGTERM') };
}

function inherit(parent: Command): void {
  for (const child of parent.commands) inherit(child.copyInheritedSettings(parent));
}

function memoryStream(): Writable & { text: () => string } {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return Object.assign(stream, { text: () => text });
}
