/** Long text at a terminal is shown by a pager, as the user chose it: EXAMCTL_PAGER, PAGER, or less. */
import type { Environment } from './terminal-facts.ts';

export interface PagerTerminal {
  readonly env: Environment;
  /** Lines and columns of the window. */
  readonly rows: number | undefined;
  readonly columns: number | undefined;
  readonly isWanted: () => boolean;
  /** Called before: a Ctrl-C is then for the pager. */
  readonly holdSignals: () => void;
}

/** Leaves at the end of a short text, passes colours on, and leaves the text on the screen. */
const USUAL = ['less', '-FRX'];

/** The words of the pager; none where it is turned off. The first variable that is set decides. */
function pagerOf(env: Environment): readonly string[] {
  const chosen = env['EXAMCTL_PAGER'] ?? env['PAGER'];
  if (chosen === undefined) return USUAL;
  const words = chosen.split(/\s+/).filter((word) => word !== '');
  return words.length === 1 && words[0] === 'cat' ? [] : words;
}

/** Whether a pager has shown the text. Without one, and for what fits the window, the caller writes it. */
export function showInPager(text: string, terminal: PagerTerminal): boolean {
  const { env, rows, columns, isWanted, holdSignals } = terminal;
  const [program, ...args] = pagerOf(env);
  if (program === undefined || !rows || countLines(text, columns) < rows || !isWanted()) return false;
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  holdSignals();
  // With the options that our own choice has, where only its name is given.
  const { error } = spawnSync(program, args, {
    input: text,
    env: { LESS: 'FRX', LV: '-c', ...env },
    stdio: ['pipe', 'inherit', 'inherit'],
    windowsHide: true,
  });
  // One that was left early closes the pipe, which is no fault.
  return error === undefined || (error as NodeJS.ErrnoException).code === 'EPIPE';
}

/** Lines of the window that it takes; a count that is too high only means that the pager decides. */
function countLines(text: string, columns: number | undefined): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / (columns || Infinity))), 0);
}
