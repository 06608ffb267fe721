/** Opens the target that the flags chose. */
import { readFile } from 'node:fs/promises';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { canAsk, createPrompter } from '../../output/terminal/prompts.ts';
import type { Output } from '../../output/terminal/streams.ts';
import type { Target } from '../../bulk/model/target.ts';
import type { RemoteChoice, TargetChoice } from '../options/target-options.ts';

export interface OpenTargetOptions {
  readonly mode: 'read' | 'write';
  readonly command: string;
  /** Whether the token may be asked for. */
  readonly mayAsk: boolean;
  readonly concurrency: number;
}

export async function openChosenTarget(
  context: Context,
  output: Output,
  choice: TargetChoice,
  { mode, command, mayAsk, concurrency }: OpenTargetOptions,
): Promise<Target> {
  if (choice.kind === 'local') {
    const signal = context.stopSignal();
    return context.openTarget({ ...choice, mode, command, signal, onWarning: (message) => output.warn(message) });
  }
  const { tokenFile: _, ...remote } = choice;
  return context.openTarget({
    ...remote,
    token: await readToken(context, output, choice, mayAsk),
    concurrency,
    signal: context.stopSignal(),
    onWait: (reason, delayMs) => {
      if (output.verbose || delayMs >= LONG_WAIT_MS) output.note(`Waiting ${formatDelay(delayMs)}: ${reason}`);
    },
  });
}

const LONG_WAIT_MS = 5_000;

function formatDelay(delayMs: number): string {
  return delayMs < 1_000 ? `${Math.round(delayMs)} ms` : `${Math.round(delayMs / 1_000)} s`;
}

/** From the file, the environment, or a question: never from a flag's value, which others can see. */
async function readToken(
  { env, stopSignal }: Context,
  output: Output,
  { tokenFile }: RemoteChoice,
  mayAsk: boolean,
): Promise<string> {
  if (tokenFile !== undefined) return readTokenFile(tokenFile);
  const token = env['EXAMCTL_TOKEN'];
  if (token) return token;
  if (!canAsk(output, mayAsk)) {
    throw new UsageError('There is no token for the remote platform', {
      hint: 'Set EXAMCTL_TOKEN, or give --token-file FILE.',
    });
  }
  const prompter = await createPrompter(output, stopSignal());
  return prompter.secret('Token of the remote platform:', (text) => text !== '' || 'A token is required');
}

async function readTokenFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UsageError(`--token-file: cannot read ${file}`, { cause });
  });
  const token = text.trim();
  if (token === '') throw new UsageError(`--token-file: ${file} is empty`);
  return token;
}
