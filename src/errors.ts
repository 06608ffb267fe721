/**
 * The errors that stop a command, and their exit codes. A wrong record is never one of these: it is a finding.
 * Each error says what is wrong and, in `hint`, what to do.
 */

/** Exit codes are a promise to scripts (docs/operations.md). */
export const EXIT_CODES = {
  done: 0,
  internal: 1,
  usage: 2,
  invalidData: 3,
  recordsFailed: 4,
  refused: 5,
  unreachable: 6,
  locked: 7,
  guardTripped: 8,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitReason = keyof typeof EXIT_CODES;

export interface ExamctlErrorOptions {
  /** What the reader can do about it, as a sentence. */
  readonly hint?: string | undefined;
  readonly cause?: unknown | undefined;
  /** Whether what was asked for may have been done all the same; without it, it was not. */
  readonly mayBeDone?: boolean | undefined;
}

/** An error that stops a command with a message for the reader, a stable name and an exit code. */
export class ExamctlError extends Error {
  readonly hint: string | undefined;
  readonly reason: ExitReason;
  readonly mayBeDone: boolean;

  constructor(name: string, reason: ExitReason, message: string, options: ExamctlErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = name;
    this.reason = reason;
    this.hint = options.hint;
    this.mayBeDone = options.mayBeDone === true;
  }

  get exitCode(): number {
    return EXIT_CODES[this.reason];
  }
}

/** The command line asks for something that cannot be done: exit 2. */
export class UsageError extends ExamctlError {
  constructor(message: string, options: ExamctlErrorOptions = {}) {
    super('UsageError', 'usage', message, options);
  }
}

/** Where in an input file something is wrong. Lines are physical lines counted from 1. */
export interface InputPlace {
  readonly file: string;
  readonly line?: number | undefined;
}

/** An input file cannot be read as what it is said to be: exit 3. The message begins with file and line. */
export class InputError extends ExamctlError {
  readonly place: InputPlace;

  constructor(place: InputPlace, problem: string, options: ExamctlErrorOptions = {}) {
    super('InputError', 'invalidData', `${formatPlace(place)}: ${problem}`, options);
    this.place = place;
  }
}

/** The store cannot be opened or written: exit 1, the state on disk is the old one or the new one. */
export class StoreError extends ExamctlError {
  constructor(message: string, options: ExamctlErrorOptions = {}) {
    super('StoreError', 'internal', message, options);
  }
}

/** Another process writes to the store: exit 7. */
export class StoreLockedError extends ExamctlError {
  constructor(message: string, options: ExamctlErrorOptions = {}) {
    super('StoreLockedError', 'locked', message, options);
  }
}

/** Another process executes the run: exit 7, nothing was sent. */
export class RunLockedError extends ExamctlError {
  constructor(message: string, options: ExamctlErrorOptions = {}) {
    super('RunLockedError', 'locked', message, options);
  }
}

/** The plan is not what was expected: exit 8, nothing was sent. */
export class GuardError extends ExamctlError {
  constructor(message: string, options: ExamctlErrorOptions = {}) {
    super('GuardError', 'guardTripped', message, options);
  }
}

/** The user or the system asked the command to stop: exit 130 or 143, what was begun has ended. */
export class InterruptedError extends ExamctlError {
  constructor(signal: 'SIGINT' | 'SIGTERM', message: string, options: ExamctlErrorOptions = {}) {
    super('InterruptedError', signal === 'SIGINT' ? 'interrupted' : 'terminated', message, options);
  }
}

/** The target refuses the caller (403): exit 5. Ends a run at once. */
export class RefusedError extends ExamctlError {
  constructor(message: string, options: ExamctlErrorOptions = {}) {
    super('RefusedError', 'refused', message, options);
  }
}

/** The target cannot be reached, or stays busy beyond the retry budget: exit 6. Ends a run at once, resumable. */
export class UnreachableError extends ExamctlError {
  constructor(message: string, options: ExamctlErrorOptions = {}) {
    super('UnreachableError', 'unreachable', message, options);
  }
}

/** The exit code for whatever stopped a command. */
export function exitCodeOf(error: unknown): number {
  return error instanceof ExamctlError ? error.exitCode : EXIT_CODES.internal;
}

function formatPlace({ file, line }: InputPlace): string {
  return line === undefined ? file : `${file}:${line}`;
}
