/** Runs the built program as a process, with real pipes and a clean environment. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../../../bin/examctl.js', import.meta.url));

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The content of standard input; empty by default. */
  readonly input?: string | Uint8Array;
}

/** Options that only a process can have. */
export interface ProcessOptions extends RunOptions {
  /** Flags of Node. */
  readonly nodeFlags?: readonly string[];
  /** The user and the group of the process. */
  readonly user?: number;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A clean environment: variables of the machine have no effect. */
export function environmentOf({ cwd, env }: RunOptions): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: cwd ?? '/nonexistent', LANG: 'C.UTF-8', ...env };
}

export function startProgram(args: readonly string[], options: ProcessOptions = {}): ChildProcessWithoutNullStreams {
  const { cwd, nodeFlags = [], user } = options;
  return spawn(process.execPath, [...nodeFlags, PROGRAM, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    ...(user === undefined ? {} : { uid: user, gid: user }),
    env: environmentOf(options),
  });
}

export async function runProgram(args: readonly string[], options: ProcessOptions = {}): Promise<Ended> {
  const child = startProgram(args, options);
  // A program that ends before it has read everything closes the pipe. That is no failure.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  return ended(child);
}

export async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const [stdout, stderr, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { code, stdout, stderr };
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
}
