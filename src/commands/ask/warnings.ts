/** Shows what matters to a question before it is asked: warnings, and changes by `--fix`. */
import type { Finding } from '../../model/finding.ts';
import { listFindings } from '../../output/report/findings.ts';
import { DEFAULT_COLUMNS, type Output } from '../../output/terminal/streams.ts';
import type { Problem } from '../../platform/problem.ts';

/** The report after the run lists more. */
const MAX_SHOWN = 20;

/** Shown also with `--quiet`: the user answers a question about them. */
export function sayWarnings({ stderr, ascii, color }: Output, warnings: readonly Finding[], isTyped: boolean): void {
  const width = stderr.columns || DEFAULT_COLUMNS;
  const lines = listFindings(warnings, { width, ascii, color: color.stderr, maxLines: MAX_SHOWN, isTyped });
  stderr.write(lines.map((line) => `${line}\n`).join(''));
}

/** Shows each change by `--fix` to what was typed. */
export function sayFixed({ output }: { readonly output: Output }): (change: Problem) => void {
  return ({ message }) => output.note(message);
}
