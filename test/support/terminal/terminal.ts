/** Runs the built program at a real pseudo-terminal, and types into it what a person would. */
import { spawn } from '@lydell/node-pty';
import { PROGRAM } from '../cli/program.ts';
import { createScreen } from './screen.ts';

export interface TerminalOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
}

export interface Terminal {
  readonly pid: number;
  /** Sends keys as they are. */
  type(keys: string): void;
  /** Settles when the screen shows a text; fails with the screen if it does not in time. */
  sees(text: string): Promise<void>;
  /** Moves the mark of a list of choices to the one that begins with a text. */
  moveTo(choice: string): Promise<void>;
  screen(): string;
  /** All that was written, escape sequences and all. */
  written(): string;
  readonly isCursorShown: () => boolean;
  readonly cursorColumn: () => number;
  readonly exit: Promise<number>;
  kill(signal: 'SIGTERM' | 'SIGKILL' | 'SIGINT'): void;
}

export const KEYS = {
  enter: '\r',
  down: '\u001b[B',
  space: ' ',
  eraseLine: '\u0015',
  ctrlC: '\u0003',
} as const;

const DEFAULT_COLUMNS = 160;
const ROWS = 50;
const PATIENCE_MS = 6_000;
const LOOK_EVERY_MS = 5;
const MAX_MOVES = 60;

export function openTerminal(args: readonly string[], { cwd, env = {}, columns }: TerminalOptions): Terminal {
  const width = columns ?? DEFAULT_COLUMNS;
  const pty = spawn(process.execPath, [PROGRAM, ...args], {
    name: 'xterm-256color',
    cols: width,
    rows: ROWS,
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, LANG: 'C.UTF-8', ...env },
  });
  const screen = createScreen(width);
  let written = '';
  pty.onData((data) => {
    written += data;
    screen.write(data);
  });
  let ended = false;
  const exit = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      ended = true;
      resolve(signal ? 128 + signal : exitCode);
    });
  });
  const shown = () => screen.lines().join('\n').trimEnd();
  const until = async (condition: () => boolean, what: string) => {
    const deadline = performance.now() + PATIENCE_MS;
    while (!condition()) {
      if (ended || performance.now() > deadline) {
        if (condition()) return;
        throw new Error(`${ended ? 'It ended' : 'It waited'} without ${what}; the screen shows:\n${shown()}`);
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  };
  const markedLine = () => screen.lines().find((line) => line.startsWith('❯')) ?? '';
  const isAt = (choice: string) =>
    markedLine()
      .replace(/^❯[◯◉]?\s*/u, '')
      .startsWith(choice);
  return {
    pid: pty.pid,
    type: (keys) => pty.write(keys),
    sees: (text) => until(() => shown().includes(text), JSON.stringify(text)),
    moveTo: async (choice) => {
      for (let moves = 0; !isAt(choice); moves += 1) {
        if (moves > MAX_MOVES) throw new Error(`There is no choice ${choice}; the screen shows:\n${shown()}`);
        const before = markedLine();
        pty.write(KEYS.down);
        await until(() => markedLine() !== before, `moving from ${before}`);
      }
    },
    screen: shown,
    written: () => written,
    isCursorShown: () => screen.isCursorShown,
    cursorColumn: () => screen.column,
    exit,
    kill: (signal) => {
      if (!ended) process.kill(pty.pid, signal);
    },
  };
}
