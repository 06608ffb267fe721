/** Runs the built program at a real pseudo-terminal. */
import { spawn } from '@lydell/node-pty';
import { PROGRAM } from '../cli/program.ts';
import { createTerminal, DEFAULT_COLUMNS, type OpenTerminal } from './terminal.ts';

const ROWS = 50;

/**
 * Runs the program, and reports its process id and exit code in messages that no screen shows. The shell runs until it is
 * killed: when the last process of a pseudo-terminal ends, the end of the output may be lost.
 */
const SHELL = `trap : INT
sh -c 'printf "\\033]pid=%d\\007" $$; exec "$@"' sh "$@"
printf "\\033]code=%d\\007" $?
read -r _`;

export const openTerminal: OpenTerminal = (args, { cwd, env = {}, columns = DEFAULT_COLUMNS }) =>
  createTerminal(columns, ({ data, end }) => {
    const pty = spawn('/bin/sh', ['-c', SHELL, 'sh', process.execPath, PROGRAM, ...args], {
      name: 'xterm-256color',
      cols: columns,
      rows: ROWS,
      cwd,
      env: { PATH: process.env['PATH'] ?? '', HOME: cwd, LANG: 'C.UTF-8', ...env },
    });
    let written = '';
    let isEnded = false;
    const reported = (what: string) => {
      const [, number] = new RegExp(`\\]${what}=(\\d+)\\x07`).exec(written) ?? [];
      return number === undefined ? undefined : Number(number);
    };
    const ended = (code: number) => {
      isEnded = true;
      end(code);
    };
    pty.onData((text) => {
      written = data(text);
      const code = reported('code');
      if (code !== undefined) ended(code);
    });
    pty.onExit(({ exitCode }) => ended(exitCode));
    const kill = (signal: string) => {
      const pid = reported('pid');
      if (pid !== undefined && !isEnded) process.kill(pid, signal);
    };
    return {
      write: (keys) => pty.write(keys),
      kill,
      close() {
        kill('SIGKILL');
        pty.kill('SIGKILL');
      },
    };
  });
