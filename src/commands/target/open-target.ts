/** Opens the target that the flags chose, with the token of a remote. */

import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Environment } from '../../base/environment.ts';
import { withoutCredentials } from '../../base/text/url-text.ts';
import { REMOTE_DEFAULTS } from '../../built-in-defaults.ts';
import { UsageError } from '../../errors.ts';
import { readSmallFile } from '../../input/source.ts';
import type { Target } from '../../model/target.ts';
import { canAsk } from '../../output/terminal/prompts.ts';
import { tokenFault } from '../../platform/routes.ts';
import type { FoundValue } from '../../settings/settings.ts';
import type { RemoteChoice, TargetCall } from '../options/target-options.ts';

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
  if (tokenFile !== undefined) return readSecretFile('--token-file', tokenFile, `The token file ${tokenFile}`);
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

/** Reads a secret, such as a token. `name` describes the file in messages, and `flag` names another. */
export async function readSecretFile(flag: string, file: string, name: string): Promise<string> {
  const text = await readSmallFile(file).catch((cause: unknown) => {
    throw new UsageError(`${name} cannot be read`, { cause, hint: `Name another with ${flag} FILE.` });
  });
  const secret = text.trim();
  if (secret === '') throw new UsageError(`${name} is empty`);
  return secret;
}

/** The token of the settings. It belongs to the platform that the settings name, and is sent to no other. */
async function tokenOfSettings(call: TargetCall, baseUrl: string): Promise<string | undefined> {
  const { context, settings, output } = call;
  const [file, command] = [settings.find('tokenFile'), settings.find('tokenCommand')];
  const found = command ?? (file?.level === 'flag' ? undefined : file);
  if (found === undefined) return undefined;
  const tokenUrl = settings.findInFiles('baseUrl');
  const identify = (where: unknown) => context.identify({ kind: 'remote', where: String(where) });
  if (tokenUrl !== undefined && (await identify(tokenUrl.value)) !== (await identify(baseUrl))) {
    output.note(`The token of ${found.origin} is for another platform, and is not used.`);
    return undefined;
  }
  output.note(`The token is that of ${found.origin}.`);
  // The message does not repeat the value: a user may have written the secret itself in place of a file name.
  if (found !== command)
    return readSecretFile('--token-file', String(found.value), `The tokenFile that ${found.file} names`);
  return runTokenCommand(found, call);
}

const TIME_LIMIT_MS = 30_000;
const MAX_OUTPUT = 64 * 1024;

async function runTokenCommand(found: FoundValue, { context: { env, stopSignal } }: TargetCall): Promise<string> {
  const name = `The tokenCommand that ${found.file} names`;
  const { output, end } = await outputOf(found, env, stopSignal());
  if (end !== undefined) throw new UsageError(`${name} ${end}`, { hint: 'Run it by hand to see what it says.' });
  const token = output.trim();
  if (token === '') throw new UsageError(`${name} printed nothing`);
  return token;
}

/** The output of a command, or the reason why it failed. Its output is never shown. A manager of passwords can ask at the terminal itself. */
function outputOf(
  { value, file = '.' }: FoundValue,
  env: Environment,
  signal: AbortSignal,
): Promise<{ readonly output: string; readonly end?: string | undefined }> {
  const [program = '', ...words] = value as readonly string[];
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: path.dirname(file),
      env,
      shell: false,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    let drain: NodeJS.Timeout | undefined;
    const end = (why?: string) => {
      clearTimeout(timer);
      clearTimeout(drain);
      child.removeAllListeners('exit');
      signal.removeEventListener('abort', onAbort);
      // A process that the command has started may keep the pipe open.
      child.stdout.destroy();
      if (why !== undefined) child.kill('SIGKILL');
      resolve({ output, end: why });
    };
    const onAbort = () => end('was interrupted');
    const timer = setTimeout(() => end(`did not end within ${TIME_LIMIT_MS / 1_000} s`), TIME_LIMIT_MS);
    signal.addEventListener('abort', onAbort);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.length > MAX_OUTPUT) end('printed too much');
    });
    child.on('error', () => end('cannot be started'));
    const ended = (code: number | null, killed: string | null) =>
      end(code === 0 ? undefined : `failed (${killed ?? `exit code ${code}`})`);
    child.on('close', ended);
    // An agent that the command has started may keep the pipe open. Nothing waits for its end.
    child.on('exit', (...how) => {
      drain = setTimeout(ended, DRAIN_MS, ...how);
    });
  });
}

/** The time for the last output of a command that has ended. */
const DRAIN_MS = 500;

/** Opens the embedded engine for questions, for reading; `undefined` for a remote. Throws for a wrong address. */
export async function openForQuestions({ context, target: choice }: TargetCall): Promise<Target | undefined> {
  if (choice.kind === 'remote') {
    await context.identify({ kind: 'remote', where: choice.baseUrl }, choice.insecureHttp === true);
    return undefined;
  }
  const signal = context.stopSignal();
  return context.openTarget({ ...choice, mode: 'read', command: 'questions', signal, onWarning: () => {} });
}
