/** The only place in the house that writes to standard output and standard error. */
import { ExamctlError } from '../../errors.ts';
import { keepLayout } from './escape.ts';
import { showInPager } from './pager.ts';
import { paint } from './style.ts';
import { type Environment, isCi, isDumb, wantsAscii, wantsColor } from './terminal-facts.ts';
import { inBlocks, joinParts, type TextParts } from './text-parts.ts';

export interface OutputStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

export type InputStream = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** As commander gives them: `--no-color` is `color: false`. */
export interface OutputFlags {
  readonly quiet?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly color?: boolean | undefined;
  readonly pager?: boolean | undefined;
}

export interface OutputOptions {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly stdin: InputStream;
  readonly env: Environment;
  readonly flags?: OutputFlags | undefined;
  /** After it was called, a signal alone does not end the process. */
  readonly stopSignal?: (() => AbortSignal) | undefined;
}

export interface Output {
  /** Writes to standard output; settles when the reader has taken it. Once the reader has gone, does nothing. */
  data(text: TextParts): Promise<void>;
  /** The same for a text that people read: one that is longer than the window of a terminal goes through a pager. */
  page(text: TextParts): Promise<void>;
  /** A line for people on standard error; not with `--quiet`. */
  note(text: string): void;
  /** A line that must be read, also with `--quiet`. */
  warn(text: string): void;
  readonly isTerminal: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  /** Columns of standard output; undefined where it is no terminal and nothing may be cut. */
  readonly width: number | undefined;
  readonly color: { readonly stdout: boolean; readonly stderr: boolean };
  readonly ascii: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly ci: boolean;
  /** Whether standard error can show a line that changes. */
  readonly canAnimate: boolean;
  /** Whether the reader of standard output has gone (`| head`): more data is work for nothing. */
  isClosed(): boolean;
  /** For the spinner and the prompts of this folder. */
  readonly stderr: OutputStream;
  /** For the prompts. */
  readonly stdin: InputStream;
}

export const DEFAULT_COLUMNS = 80;

export function createOutput(options: OutputOptions): Output {
  const { stdout, stderr, stdin, env, flags = {} } = options;
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
    ...writer,
    page: async (text) => {
      if (!mayPage(options)) return writer.data(text);
      const whole = await joinParts(text);
      if (!page(whole, options)) await writer.data(whole);
    },
    ...createNoteWriter(stderr, { quiet, color: color.stderr }),
    isTerminal,
    // A terminal that does not know its size says 0.
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
  };
}

/** Whether a pager has shown a text: there is none off a terminal, nor where nobody could press its keys. */
export function page(text: string, options: Omit<OutputOptions, 'stderr'>): boolean {
  const { stdout, env, stopSignal } = options;
  if (!mayPage(options)) return false;
  const { rows, columns } = stdout;
  const isWanted = (): boolean => options.stdin.isTTY === true;
  return showInPager(keepLayout(text), { env, rows, columns, isWanted, holdSignals: () => void stopSignal?.() });
}

function mayPage({ stdout, env, flags }: Omit<OutputOptions, 'stderr' | 'stdin'>): boolean {
  return stdout.isTTY === true && flags?.pager !== false && !isCi(env) && !isDumb(env);
}

function createDataWriter(stdout: OutputStream, isTerminal: boolean): Pick<Output, 'data' | 'isClosed'> {
  let closed = false;
  // The error comes to the callback of the write as well; without a listener the event would end the process.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    closed ||= isReaderGone(error);
  });
  return {
    isClosed: () => closed,
    async data(text) {
      for await (const block of inBlocks(text)) {
        if (closed) return;
        closed = !(await write(stdout, isTerminal ? keepLayout(block) : block));
      }
    },
  };
}

/** Writes a text where no output is opened; the same failure, and none where the reader has gone. */
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

/** Windows says EOF where others say EPIPE; a stream that was destroyed by it says the other. */
function isReaderGone(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EPIPE' || error.code === 'EOF' || error.code === 'ERR_STREAM_DESTROYED';
}

function notWritable(cause: Error): ExamctlError {
  return new ExamctlError('OutputError', 'internal', `standard output cannot be written: ${cause.message}`, {
    hint: 'Check that the disk is not full, or send the output elsewhere.',
    cause,
  });
}
