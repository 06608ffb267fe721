/** Opens the target that the flags chose. */

import { withoutCredentials } from '../../base/text/url-text.ts';
import { REMOTE_DEFAULTS } from '../../built-in-defaults.ts';
import { UsageError } from '../../errors.ts';
import type { Target } from '../../model/target.ts';
import { canAsk } from '../../output/terminal/prompts.ts';
import { tokenFault } from '../../platform/token.ts';
import type { RemoteChoice, TargetCall } from '../options/target-options.ts';
import { readTokenFile, tokenOfSettings } from './token-sources.ts';

export interface OpenTargetOptions {
  readonly mode: 'read' | 'write';
  readonly command: string;
  readonly concurrency: number;
  /** The token of a remote, if it is known already. */
  readonly token?: string | undefined;
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
    token: options.token ?? (await findToken(call, choice)) ?? (await askForToken(call, choice.baseUrl)),
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

/**
 * Returns the token from a file, the environment or the settings. Never from a flag: others can see its value. `undefined`
 * if the token must be asked for; throws a usage error if nothing can be asked.
 */
export async function findToken(call: TargetCall, { tokenFile, baseUrl }: RemoteChoice): Promise<string | undefined> {
  const { context, output, global } = call;
  if (tokenFile !== undefined) return readTokenFile(tokenFile, `The token file ${tokenFile}`);
  const token = context.env['EXAMCTL_TOKEN']?.trim() || (await tokenOfSettings(call, baseUrl));
  if (token) return token;
  if (canAsk(output, global.mayAsk)) return undefined;
  const hint = 'Set EXAMCTL_TOKEN, or give --token-file FILE.';
  throw new UsageError('There is no token for the remote platform', { hint });
}

async function askForToken({ context, output, settings: { profile } }: TargetCall, baseUrl: string): Promise<string> {
  const prompter = await context.openPrompter(output, context.stopSignal());
  const where = `${withoutCredentials(baseUrl)}${profile === undefined ? '' : ` (profile ${profile.name})`}`;
  const typed = await prompter.secret(`Token of the remote platform ${where}:`, (text) => {
    const fault = tokenFault(text.trim());
    return fault === undefined || `The token ${fault}`;
  });
  return typed.trim();
}
