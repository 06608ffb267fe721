/** Opens the target that the flags chose. */

import { REMOTE_DEFAULTS } from '../../built-in-defaults.ts';
import type { Target } from '../../model/target.ts';
import { tokenFault } from '../../platform/token.ts';
import { prompterOrUsageError } from '../ask/ask-for-record.ts';
import type { RemoteChoice, TargetCall } from '../options/target-options.ts';
import { readTokenFile, tokenOfSettings } from './token-sources.ts';

export interface OpenTargetOptions {
  readonly mode: 'read' | 'write';
  readonly command: string;
  readonly concurrency: number;
}

export async function openChosenTarget(call: TargetCall, options: OpenTargetOptions): Promise<Target> {
  const { context, output, target: choice } = call;
  const { mode, command, concurrency } = options;
  if (choice.kind === 'local') {
    // A command that only reads waits for no lock, so a signal ends it at once.
    const signal = mode === 'write' ? context.stopSignal() : undefined;
    return context.openTarget({ ...choice, mode, command, signal, onWarning: (message) => output.warn(message) });
  }
  const { tokenFile: _, ...remote } = choice;
  return context.openTarget({
    ...remote,
    timeoutMs: remote.timeoutMs ?? REMOTE_DEFAULTS.timeoutMs,
    retries: remote.retries ?? REMOTE_DEFAULTS.retries,
    token: await readToken(call, choice),
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

/** The token from a file, the environment, the settings or a question. Never from a flag: others can see its value. */
async function readToken(call: TargetCall, { tokenFile, baseUrl }: RemoteChoice): Promise<string> {
  if (tokenFile !== undefined) return readTokenFile(tokenFile, `The token file ${tokenFile}`);
  const token = call.context.env['EXAMCTL_TOKEN']?.trim() || (await tokenOfSettings(call, baseUrl));
  if (token) return token;
  const missing = 'There is no token for the remote platform';
  const prompter = await prompterOrUsageError(call, missing, 'Set EXAMCTL_TOKEN, or give --token-file FILE.');
  const typed = await prompter.secret('Token of the remote platform:', (text) => {
    const fault = tokenFault(text.trim());
    return fault === undefined || `The token ${fault}`;
  });
  return typed.trim();
}
