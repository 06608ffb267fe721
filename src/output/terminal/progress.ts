/** The progress of a long command: a spinner at terminals, a line every 15 seconds in CI, nothing elsewhere. */
import type { Options } from 'ora';
import { formatNumber } from '../../base/text/counted.ts';
import { forTerminal } from './escape.ts';
import type { Output } from './streams.ts';

export interface ProgressOptions {
  /** The current work, such as `sending users`. */
  readonly label: string;
  readonly total?: number | undefined;
}

export interface Progress {
  update(done: number): void;
  /** Removes the spinner. May be called more than once. */
  stop(): void;
}

/** Shorter work shows no spinner. */
const SPINNER_DELAY_MS = 1_000;
const REFRESH_INTERVAL_MS = 100;
const CI_LINE_INTERVAL_MS = 15_000;

/** Loads the spinner library on first use. Tests replace it. */
type LoadOra = () => Promise<(options: Options) => Spinner>;

interface Spinner {
  text: string;
  start(text: string): unknown;
  stop(): unknown;
}

const importOra: LoadOra = async () => (await import('ora')).default;

export function createProgress(output: Output, { label, total }: ProgressOptions, loadOra = importOra): Progress {
  const isShown = !output.quiet && (output.canAnimate || output.ci);
  const of = total === undefined ? '' : ` of ${formatNumber(total)}`;
  let done = 0;
  const text = () => `${forTerminal(label)}: ${formatNumber(done)}${of}`;
  const start = output.canAnimate ? startSpinner : startLines;
  const stop = isShown ? start(output, text, loadOra) : () => {};
  return {
    update: (count) => {
      done = count;
    },
    stop,
  };
}

function startSpinner(output: Output, text: () => string, loadOra: LoadOra): () => void {
  let stopped = false;
  let spinner: Spinner | undefined;
  let refresh: NodeJS.Timeout | undefined;
  const start = async () => {
    const loaded = (await loadOra())(optionsFor(output));
    if (stopped) return;
    spinner = loaded;
    loaded.start(text());
    refresh = setInterval(() => {
      loaded.text = text();
    }, REFRESH_INTERVAL_MS).unref();
  };
  // A spinner that cannot be shown must not stop the work.
  const delay = setTimeout(() => void start().catch(() => {}), SPINNER_DELAY_MS).unref();
  return () => {
    stopped = true;
    clearTimeout(delay);
    clearInterval(refresh);
    spinner?.stop();
  };
}

function startLines(output: Output, text: () => string): () => void {
  const timer = setInterval(() => output.note(text()), CI_LINE_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

function optionsFor({ stderr, color, ascii }: Output): Options {
  return {
    stream: stderr,
    isEnabled: true,
    // Otherwise the library would swallow Ctrl-C.
    discardStdin: false,
    // A shell that gets the terminal by Ctrl-Z would have no cursor.
    hideCursor: false,
    color: color.stderr ? 'cyan' : false,
    interval: REFRESH_INTERVAL_MS,
    ...(ascii ? { spinner: 'line' as const } : {}),
  };
}
