/** Where a token is read from: a file, or a command of the settings. Neither what they hold nor what they print is ever shown. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../../errors.ts';
import type { FoundValue } from '../../settings/settings.ts';
import type { TargetCall } from '../options/target-options.ts';

/** `name` says in messages which file it is. */
export async function readTokenFile(file: string, name: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UsageError(`${name} cannot be read`, { cause });
  });
  const token = text.trim();
  if (token === '') throw new UsageError(`${name} is empty`);
  return token;
}

/** The settings' token is for the platform that they name: it is given to no other. */
export async function tokenOfSettings(call: TargetCall, baseUrl: string): Promise<string | undefined> {
  const { context, settings, output } = call;
  const [file, command] = [settings.find('tokenFile'), settings.find('tokenCommand')];
  const found = command ?? (file?.level === 'flag' ? undefined : file);
  if (found === undefined) return undefined;
  const own = settings.findInFiles('baseUrl');
  const identify = (where: unknown) => context.identify({ kind: 'remote', where: String(where) });
  if (own !== undefined && (await identify(own.value)) !== (await identify(baseUrl))) {
    output.note(`The token of ${found.origin} is for another platform, and is not used.`);
    return undefined;
  }
  output.note(`The token is that of ${found.origin}.`);
  // A secret may stand in place of its name.
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

/** What a command printed, or why it did not end well. It has no terminal: nothing of it can be seen, or be asked. */
function outputOf(
  { value, file = '.' }: FoundValue,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<{ readonly output: string; readonly end?: string | undefined }> {
  const [program = '', ...words] = value as readonly string[];
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      ...{ cwd: path.dirname(file), env, shell: false, windowsHide: true },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    const end = (why?: string) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      // A process that it has started may keep the pipe open.
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
    child.on('close', (code, killed) => end(code === 0 ? undefined : `failed (${killed ?? `exit code ${code}`})`));
  });
}
