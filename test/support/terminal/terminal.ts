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
  /** Sends a signal to the program, as another process would. */
  kill(signal: 'SIGTERM' | 'SIGINT'): void;
  /** Takes the terminal away, and with it the program if it is still there. */
  close(): void;
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
const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 5;
const MAX_MOVES = 60;

/**
 * Runs the program, and tells its process id and its exit code in messages that no screen shows. The shell stays until
 * it is killed: a pseudo-terminal that its last process leaves may take the end of the output with it.
 */
const SHELL = `trap : INT
sh -c 'printf "\\033]pid=%d\\007" $$; exec "$@"' sh "$@"
printf "\\033]code=%d\\007" $?
read -r _`;

export function openTerminal(args: readonly string[], { cwd, env = {}, columns }: TerminalOptions): Terminal {
  const width = columns ?? DEFAULT_COLUMNS;
  const pty = spawn('/bin/sh', ['-c', SHELL, 'sh', process.execPath, PROGRAM, ...args], {
    name: 'xterm-256color',
    cols: width,
    rows: ROWS,
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, LANG: 'C.UTF-8', ...env },
  });
  const screen = createScreen(width);
  let written = '';
  let ended = false;
  const told = (what: string) => {
    const [, number] = new RegExp(`\\]${what}=(\\d+)\\x07`).exec(written) ?? [];
    return number === undefined ? undefined : Number(number);
  };
  const exit = new Promise<number>((resolve) => {
    const end = (code: number) => {
      ended = true;
      resolve(code);
    };
    pty.onData((data) => {
      written += data;
      screen.write(data);
      const code = told('code');
      if (code !== undefined) end(code);
    });
    pty.onExit(({ exitCode }) => end(exitCode));
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
    type: (keys) => pty.write(keys),
    sees: (text) => until(() => shown().includes(text), JSON.stringify(text)),
    moveTo: async (choice) => {
      // While the list is painted anew there may be no mark at all: that is no move.
      await until(() => markedLine() !== '', 'a marked choice');
      for (let moves = 0; !isAt(choice); moves += 1) {
        if (moves > MAX_MOVES) throw new Error(`There is no choice ${choice}; the screen shows:\n${shown()}`);
        const before = markedLine();
        pty.write(KEYS.down);
        await until(() => markedLine() !== '' && markedLine() !== before, `moving from ${before}`);
      }
    },
    screen: shown,
    written: () => written,
    isCursorShown: () => screen.isCursorShown,
    cursorColumn: () => screen.column,
    exit,
    kill: (signal) => {
      const pid = told('pid');
      if (pid !== undefined && !ended) process.kill(pid, signal);
    },
    close: () => {
      const pid = told('pid');
      if (pid !== undefined && !ended) process.kill(pid, 'SIGKILL');
      pty.kill('SIGKILL');
    },
  };
}
