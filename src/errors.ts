/**
 * The errors that stop a command, and their exit codes. A wrong record is not an error but a finding. The message says
 * what is wrong; `hint` says what to do.
 */

/** Exit codes are a promise to scripts (docs/exit-codes.md). */
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

/**
 * A sentence that tells the reader what to do. If it names a command for the same store, it is a function of the flags
 * of the call that say where the store is, with a blank before each.
 */
export type Hint = string | ((storeFlags: string) => string);

export interface ExamctlErrorOptions {
  readonly hint?: Hint | undefined;
  readonly cause?: unknown | undefined;
  /** Whether the operation may have been done in spite of the error. By default it was not done. */
  readonly mayBeDone?: boolean | undefined;
}

/** An error that stops a command with a message for the reader, a stable name and an exit code. */
export class ExamctlError extends Error {
  readonly reason: ExitReason;
  readonly mayBeDone: boolean;
  readonly #hint: Hint | undefined;
  #storeFlags = '';

  constructor(name: string, reason: ExitReason, message: string, options: ExamctlErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = name;
    this.reason = reason;
    this.#hint = options.hint;
    this.mayBeDone = options.mayBeDone === true;
  }

  get hint(): string | undefined {
    return typeof this.#hint === 'function' ? this.#hint(this.#storeFlags) : this.#hint;
  }

  /** Says where the store of the call is, for the commands that the hint names. */
  nameStore(flags: string): void {
    this.#storeFlags = flags;
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

/** A place in an input file. Lines are physical lines, counted from 1. */
export interface InputPlace {
  readonly file: string;
  readonly line?: number | undefined;
}

/** An input file does not have the expected format: exit 3. The message begins with file and line. */
export class InputError extends ExamctlError {
  readonly place: InputPlace;

  constructor(place: InputPlace, problem: string, options: ExamctlErrorOptions = {}) {
    super('InputError', 'invalidData', `${formatPlace(place)}: ${problem}`, options);
    this.place = place;
  }
}

/** The store cannot be opened or written: exit 1. The state on disk is either the old one or the new one. */
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

/** Another process executes the run: exit 7. Nothing was sent. */
export class RunLockedError extends ExamctlError {
  constructor(message: string, options: ExamctlErrorOptions = {}) {
    super('RunLockedError', 'locked', message, options);
  }
}

/** A guard stopped the run, such as an unexpected plan: exit 8. Nothing was sent. */
export class GuardError extends ExamctlError {
  constructor(message: string, options: ExamctlErrorOptions = {}) {
    super('GuardError', 'guardTripped', message, options);
  }
}

/** The user or the system asked the command to stop: exit 130 or 143. Started work is finished. */
export class InterruptedError extends ExamctlError {
  constructor(signal: 'SIGINT' | 'SIGTERM', message: string, options: ExamctlErrorOptions = {}) {
    super('InterruptedError', signal === 'SIGINT' ? 'interrupted' : 'terminated', message, options);
  }

  /** The error of an aborted signal, whose reason names the signal of the system. Any other reason counts as SIGINT. */
  static by(
    stop: Pick<AbortSignal, 'reason'> | undefined,
    message = 'Interrupted',
    options: ExamctlErrorOptions = {},
  ): InterruptedError {
    return new InterruptedError(stop?.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT', message, options);
  }
}

/** The target refuses the caller (403): exit 5. Ends a run at once. */
export class RefusedError extends ExamctlError {
  constructor(message: string, options: ExamctlErrorOptions = {}) {
    super('RefusedError', 'refused', message, options);
  }
}

/** The target cannot be reached, or is busy after all retries: exit 6. Ends a run at once; the run can be resumed. */
export class UnreachableError extends ExamctlError {
  constructor(message: string, options: ExamctlErrorOptions = {}) {
    super('UnreachableError', 'unreachable', message, options);
  }
}

/** The exit code for any error that stopped a command. */
export function exitCodeOf(error: unknown): number {
  return error instanceof ExamctlError ? error.exitCode : EXIT_CODES.internal;
}

function formatPlace({ file, line }: InputPlace): string {
  return line === undefined ? file : `${file}:${line}`;
}
