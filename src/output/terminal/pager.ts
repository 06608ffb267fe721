/** Shows long text at a terminal in the pager of the user: EXAMCTL_PAGER, PAGER, or less. */
import type { Environment } from '../../base/environment.ts';

export interface PagerTerminal {
  readonly env: Environment;
  /** Lines and columns of the window. */
  readonly rows: number | undefined;
  readonly columns: number | undefined;
  readonly isWanted: () => boolean;
  /** Called before the pager starts, so that Ctrl-C reaches the pager and does not end this process. */
  readonly holdSignals: () => void;
}

/** The options: less ends by itself after a short text, shows colours, and does not clear the screen. */
const DEFAULT_PAGER = ['less', '-FRX'];

/** The characters by which a command means more to a shell than its words. */
const FOR_SHELL = /["'\\$`|&;<>()*?[#~=]/;

/** The words of the pager's command; none if the pager is turned off. The first variable that is set decides. */
function pagerOf(env: Environment): readonly string[] {
  const chosen = env['EXAMCTL_PAGER'] ?? env['PAGER'];
  if (chosen === undefined) return DEFAULT_PAGER;
  if (process.platform !== 'win32' && FOR_SHELL.test(chosen)) return ['/bin/sh', '-c', chosen];
  const words = chosen.split(/\s+/).filter((word) => word !== '');
  return words.length === 1 && words[0] === 'cat' ? [] : words;
}

/** The exit code of a shell that does not find the program. */
const NOT_FOUND = 127;

/** Returns whether a pager has shown the text. If not, the caller writes it: there is no pager, or it is short. */
export function showInPager(text: string, terminal: PagerTerminal): boolean {
  const { env, rows, columns, isWanted, holdSignals } = terminal;
  const [program, ...args] = pagerOf(env);
  if (program === undefined || !rows || countLines(text, columns) < rows || !isWanted()) return false;
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  holdSignals();
  // LESS gives the same options to a `less` that the user names without options.
  const { error, status } = spawnSync(program, args, {
    input: text,
    env: { LESS: 'FRX', LV: '-c', ...env },
    stdio: ['pipe', 'inherit', 'inherit'],
    windowsHide: true,
  });
  if (status === NOT_FOUND) return false;
  // A user who leaves the pager early closes the pipe, which is no fault.
  return error === undefined || (error as NodeJS.ErrnoException).code === 'EPIPE';
}

/** The lines that a text takes in the window. If the count is too high, the pager decides by itself. */
function countLines(text: string, columns: number | undefined): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / (columns || Infinity))), 0);
}
