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

const SILENT: Progress = { update() {}, stop() {} };

/** Loads the spinner library on first use. Tests replace it. */
type LoadOra = () => Promise<(options: Options) => Spinner>;

interface Spinner {
  text: string;
  start(text: string): unknown;
  stop(): unknown;
}

const importOra: LoadOra = async () => (await import('ora')).default;

export function createProgress(output: Output, options: ProgressOptions, loadOra = importOra): Progress {
  if (output.quiet) return SILENT;
  if (output.canAnimate) return createSpinner(output, options, loadOra);
  return output.ci ? createLines(output, options) : SILENT;
}

function createSpinner(output: Output, options: ProgressOptions, loadOra: LoadOra): Progress {
  let done = 0;
  let stopped = false;
  let spinner: Spinner | undefined;
  let refresh: NodeJS.Timeout | undefined;
  const start = async () => {
    const loaded = (await loadOra())(optionsFor(output));
    if (stopped) return;
    spinner = loaded;
    loaded.start(progressText(options, done));
    refresh = setInterval(() => {
      loaded.text = progressText(options, done);
    }, REFRESH_INTERVAL_MS).unref();
  };
  // A spinner that cannot be shown must not stop the work.
  const delay = setTimeout(() => void start().catch(() => {}), SPINNER_DELAY_MS).unref();
  return {
    update(count) {
      done = count;
    },
    stop() {
      stopped = true;
      clearTimeout(delay);
      clearInterval(refresh);
      spinner?.stop();
    },
  };
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

function createLines(output: Output, options: ProgressOptions): Progress {
  let done = 0;
  const timer = setInterval(() => output.note(progressText(options, done)), CI_LINE_INTERVAL_MS).unref();
  return {
    update(count) {
      done = count;
    },
    stop: () => clearInterval(timer),
  };
}

function progressText({ label, total }: ProgressOptions, done: number): string {
  const count = total === undefined ? formatNumber(done) : `${formatNumber(done)} of ${formatNumber(total)}`;
  return `${forTerminal(label)}: ${count}`;
}
