/** An error that stopped a command, as text for people and as data for scripts. */
import { inspect } from 'node:util';
import { ExamctlError } from '../../errors.ts';
import type { ReportedError } from '../../model/report.ts';
import { forTerminal, keepLayout } from './escape.ts';

export interface ErrorTextOptions {
  /** Whether to add the stack, which only developers need. */
  readonly debug?: boolean | undefined;
  /** Whether to add the causes of the error. */
  readonly verbose?: boolean | undefined;
}

const MAX_CAUSES = 5;

const OPEN_FILES_HINT =
  'The system allows no more open files at once: raise the limit, as with "ulimit -n 1024", and run the command again.';

/** The message, the hint, and the requested details. Without a line end. */
export function renderError(error: unknown, { debug = false, verbose = false }: ErrorTextOptions = {}): string {
  const { message, hint } = toReportedError(error);
  const lines = [`examctl: ${forTerminal(message)}`];
  if (hint !== null) lines.push(`  ${forTerminal(hint)}`);
  return [...lines, ...backgroundOf(error, { debug, verbose })].join('\n');
}

/** The message alone, on one line: for the log of a script that reads JSON. */
export function renderErrorLine(error: unknown): string {
  return `examctl: ${forTerminal(toReportedError(error).message)}`;
}

/** The causes of an error, one on each line, as far as requested. */
export function backgroundOf(error: unknown, { debug = false, verbose = false }: ErrorTextOptions): string[] {
  const lines: string[] = [];
  if (verbose || debug) lines.push(...causesOf(error).map((cause) => `  because: ${forTerminal(messageOf(cause))}`));
  if (debug) lines.push(keepLayout(stackOf(error)));
  return lines;
}

/** The error as data for JSON. An error of an unknown class is an internal fault. */
export function toReportedError(error: unknown): ReportedError {
  const isOutOfFiles = [error, ...causesOf(error)].some(isTooManyOpenFiles);
  if (error instanceof ExamctlError) {
    const { name, message, hint = null } = error;
    return { name, message, hint: isOutOfFiles ? OPEN_FILES_HINT : hint };
  }
  if (isOutOfFiles) return { name: 'OpenFilesError', message: messageOf(error), hint: OPEN_FILES_HINT };
  return {
    name: 'InternalError',
    message: `internal fault: ${messageOf(error)}`,
    hint: 'This should not happen. Run the command again with --debug and report what it prints.',
  };
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let at = error; at instanceof Error && at.cause !== undefined && causes.length < MAX_CAUSES; at = at.cause) {
    causes.push(at.cause);
  }
  return causes;
}

function isTooManyOpenFiles(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  return error instanceof Error ? error.message || error.name : inspect(error, { depth: 1 });
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : inspect(error);
}
