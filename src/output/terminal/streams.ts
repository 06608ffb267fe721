/** Writes to standard output and standard error. No other room does. */
import type { Environment } from '../../base/environment.ts';
import { ExamctlError } from '../../errors.ts';
import { keepLayout, keepLines } from './escape.ts';
import { paint } from './style.ts';
import { isCi, isDumb, wantsAscii, wantsColor } from './terminal-facts.ts';

export interface OutputStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

export type InputStream = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** The flags as commander parses them: `--no-color` is `color: false`. */
export interface OutputFlags {
  readonly quiet?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly color?: boolean | undefined;
}

export interface OutputOptions {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly stdin: InputStream;
  readonly env: Environment;
  readonly flags?: OutputFlags | undefined;
}

export interface Output {
  /**
   * Writes to standard output, for programs: the text has no colours. Resolves when the stream has accepted the text.
   * Does nothing if the reader is gone.
   */
  data(text: TextParts): Promise<void>;
  /** Writes a text for people to standard output: it may have the colours of this program. */
  print(text: TextParts): Promise<void>;
  /** Writes a line for people to standard error, unless `--quiet` is given. */
  note(text: string): void;
  /** Writes an important line to standard error, also with `--quiet`. */
  warn(text: string): void;
  readonly isTerminal: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  /** Columns of standard output; `undefined` if it is no terminal, so that nothing is cut. */
  readonly width: number | undefined;
  readonly color: { readonly stdout: boolean; readonly stderr: boolean };
  readonly ascii: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly ci: boolean;
  /** Whether standard error can show a line that changes, such as a spinner. */
  readonly canAnimate: boolean;
  /** Whether the reader of standard output is gone (`| head`), so that no more data is needed. */
  isClosed(): boolean;
  /** For the spinner and the prompts of this folder. */
  readonly stderr: OutputStream;
  /** For the prompts. */
  readonly stdin: InputStream;
  /** Standard input is data from now on, so no question can be asked: what is typed or pasted would answer it. */
  takeInput(): void;
}

export const DEFAULT_COLUMNS = 80;

export function createOutput({ stdout, stderr, stdin, env, flags = {} }: OutputOptions): Output {
  const isTerminal = {
    stdin: stdin.isTTY === true,
    stdout: stdout.isTTY === true,
    stderr: stderr.isTTY === true,
  };
  const color = {
    stdout: wantsColor(env, isTerminal.stdout, flags.color),
    stderr: wantsColor(env, isTerminal.stderr, flags.color),
  };
  const quiet = flags.quiet === true;
  const ci = isCi(env);
  const writer = createDataWriter(stdout, isTerminal.stdout);
  return {
    isClosed: writer.isClosed,
    data: (text) => writer.write(text, keepLines),
    print: (text) => writer.write(text, keepLayout),
    ...createNoteWriter(stderr, { quiet, color: color.stderr }),
    isTerminal,
    // A terminal that does not know its size reports 0.
    width: isTerminal.stdout ? stdout.columns || DEFAULT_COLUMNS : undefined,
    color,
    ascii: wantsAscii(env),
    quiet,
    verbose: flags.verbose === true,
    ci,
    // Without a width, the number of lines that a text takes is unknown.
    canAnimate: isTerminal.stderr && stderr.columns !== 0 && !ci && !isDumb(env),
    stderr,
    stdin,
    takeInput: () => {
      isTerminal.stdin = false;
    },
  };
}

/** Writes to standard output. At a terminal, `keep` is applied to the text. */
function createDataWriter(stdout: OutputStream, isTerminal: boolean) {
  let closed = false;
  // The callback of the write gets the error too. Without a listener, the event would end the process.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    closed ||= isReaderGone(error);
  });
  return {
    isClosed: () => closed,
    write: async (text: TextParts, keep: (block: string) => string): Promise<void> => {
      for await (const block of inBlocks(text)) {
        if (closed) return;
        closed = !(await write(stdout, isTerminal ? keep(block) : block));
      }
    },
  };
}

/** Writes a text without an open output. Throws if the stream cannot be written, unless the reader is gone. */
export async function writeText(stream: OutputStream, text: string): Promise<void> {
  await write(stream, text);
}

/** Writes a text. Resolves to false if the reader is gone. */
function write(stream: OutputStream, text: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error?: Error | null) => {
      if (!error) resolve(true);
      else if (isReaderGone(error)) resolve(false);
      else reject(notWritable(error));
    });
  });
}

function createNoteWriter(
  stderr: OutputStream,
  { quiet, color }: { quiet: boolean; color: boolean },
): Pick<Output, 'note' | 'warn'> {
  // A failure of standard error cannot be reported anywhere.
  stderr.on('error', () => {});
  const line = (text: string) => void stderr.write(`${keepLayout(text)}\n`);
  return {
    note(text) {
      if (!quiet) line(text);
    },
    warn: (text) => line(`${paint('yellow', 'warning:', color)} ${text}`),
  };
}

/** Windows reports EOF instead of EPIPE. A stream that is already destroyed reports ERR_STREAM_DESTROYED. */
function isReaderGone(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EPIPE' || error.code === 'EOF' || error.code === 'ERR_STREAM_DESTROYED';
}

function notWritable(cause: Error): ExamctlError {
  return new ExamctlError('OutputError', 'internal', `standard output cannot be written: ${cause.message}`, {
    hint: 'Check that the disk is not full, or send the output elsewhere.',
    cause,
  });
}

/** Text that is produced during the write, so that a large file never has to fit into memory. */
export type TextParts = string | Iterable<string> | AsyncIterable<string>;

const BLOCK_UNITS = 64 * 1024;

/** The same text in fewer, larger pieces: one system call for each row would be slow. */
export async function* inBlocks(parts: TextParts): AsyncGenerator<string> {
  if (typeof parts === 'string') {
    yield parts;
    return;
  }
  let block = '';
  for await (const part of parts) {
    block += part;
    if (block.length < BLOCK_UNITS) continue;
    yield block;
    block = '';
  }
  if (block !== '') yield block;
}
