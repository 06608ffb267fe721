/** The user of a terminal: reads the screen and types keys. */
import { createScreen } from './screen.ts';

export interface TerminalOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

export type OpenTerminal = (args: readonly string[], options: TerminalOptions) => Terminal;

/** A program at a terminal, in this process or another one. */
export interface Line {
  write(keys: string): void;
  kill: Terminal['kill'];
  close: Terminal['close'];
}

/** The events of a line to its terminal. */
export interface LineEvents {
  /** Passes everything that was written. */
  data(text: string): string;
  end(code: number): void;
}

export interface Terminal {
  /** Sends keys unchanged. */
  type(keys: string): void;
  /** Settles when the screen shows a text, or a question at the start of a line. After a time limit, fails with the screen. */
  sees(text: string): Promise<void>;
  /** Moves the mark in a list of choices to the choice that begins with a text. */
  moveTo(choice: string): Promise<void>;
  screen(): string;
  /** Everything that was written, with escape sequences. */
  written(): string;
  readonly isCursorShown: () => boolean;
  readonly cursorColumn: () => number;
  readonly exit: Promise<number>;
  /** Sends a signal to the program, as another process would. */
  kill(signal: 'SIGTERM' | 'SIGINT' | 'SIGCONT'): void;
  /** Closes the terminal, and ends the program if it still runs. */
  close(): void;
}

export const KEYS = {
  enter: '\r',
  down: '\u001b[B',
  space: ' ',
  eraseLine: '\u0015',
  ctrlC: '\u0003',
  ctrlD: '\u0004',
  ctrlZ: '\u001a',
} as const;

export const DEFAULT_COLUMNS = 160;
const PATIENCE_MS = 20_000;
const MAX_MOVES = 60;

export function createTerminal(columns: number, connect: (events: LineEvents) => Line): Terminal {
  const screen = createScreen(columns);
  let written = '';
  let ended = false;
  /** The callbacks that wait for output. */
  let waiting: (() => void)[] = [];
  const wake = () => {
    const awake = waiting;
    waiting = [];
    for (const resolve of awake) resolve();
  };
  const { promise: exit, resolve: end } = withResolver<number>();
  const line = connect({
    data(text) {
      written += text;
      screen.write(text);
      wake();
      return written;
    },
    end(code) {
      ended = true;
      end(code);
      wake();
    },
  });
  const shown = () => screen.lines().join('\n').trimEnd();
  const somethingWritten = (patienceMs: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patienceMs);
      waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  const until = async (condition: () => boolean, what: string) => {
    const deadline = performance.now() + PATIENCE_MS;
    while (!condition()) {
      if (ended || performance.now() > deadline) {
        if (condition()) return;
        throw new Error(`${ended ? 'It ended' : 'It waited'} without ${what}; the screen shows:\n${shown()}`);
      }
      await somethingWritten(deadline - performance.now());
    }
  };
  const markedLine = () => screen.lines().find((line) => line.startsWith('❯')) ?? '';
  const isAt = (choice: string) =>
    markedLine()
      .replace(/^❯[◯◉]?\s*/u, '')
      .startsWith(choice);
  return {
    type: line.write,
    sees: (text) => until(() => `\n${shown()}`.includes(text.replace(/^\? /, '\n? ')), JSON.stringify(text)),
    moveTo: async (choice) => {
      // While the list is drawn again, there may be no mark: the mark has not moved.
      await until(() => markedLine() !== '', 'a marked choice');
      for (let moves = 0; !isAt(choice); moves += 1) {
        if (moves > MAX_MOVES) throw new Error(`There is no choice ${choice}; the screen shows:\n${shown()}`);
        const before = markedLine();
        line.write(KEYS.down);
        await until(() => markedLine() !== '' && markedLine() !== before, `moving from ${before}`);
      }
    },
    screen: shown,
    written: () => written,
    isCursorShown: () => screen.isCursorShown,
    cursorColumn: () => screen.column,
    exit,
    kill: line.kill,
    close: line.close,
  };
}

function withResolver<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
