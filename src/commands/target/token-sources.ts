/** Reads tokens from a file, or from a command of the settings. Their content and output are never shown. */

import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Environment } from '../../base/environment.ts';
import { UsageError } from '../../errors.ts';
import { readSmallFile } from '../../input/open-file.ts';
import type { FoundValue } from '../../settings/settings.ts';
import type { TargetCall } from '../options/target-options.ts';

/** `name` describes the file in messages. */
export async function readTokenFile(file: string, name: string): Promise<string> {
  const text = await readSmallFile(file).catch((cause: unknown) => {
    throw new UsageError(`${name} cannot be read`, { cause, hint: 'Name another with --token-file FILE.' });
  });
  const token = text.trim();
  if (token === '') throw new UsageError(`${name} is empty`);
  return token;
}

/** The token of the settings. It belongs to the platform that the settings name, and is sent to no other. */
export async function tokenOfSettings(call: TargetCall, baseUrl: string): Promise<string | undefined> {
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
  if (found !== command) return readTokenFile(String(found.value), `The tokenFile that ${found.file} names`);
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
