/** An error that stops a command for what was found: in its JSON as findings, on a screen as lines above the error. */
import { ExamctlError, type ExamctlErrorOptions, type ExitReason } from '../../errors.ts';
import type { Finding } from '../../model/finding.ts';

interface FoundOptions extends ExamctlErrorOptions {
  readonly findings: readonly Finding[];
  /** How many lines a screen shows at most; all of them without it. */
  readonly maxShown?: number | undefined;
}

export class FindingsError extends ExamctlError {
  readonly findings: readonly Finding[];
  readonly #maxShown: number;

  constructor(name: string, reason: ExitReason, message: string, { findings, maxShown, ...options }: FoundOptions) {
    super(name, reason, message, options);
    this.findings = findings;
    this.#maxShown = maxShown ?? findings.length;
  }

  /** One for each finding. */
  lines(): string[] {
    const { findings } = this;
    const shown = findings.slice(0, this.#maxShown).map(lineOf);
    return findings.length > shown.length ? [...shown, `  shown ${shown.length} of ${findings.length}`] : shown;
  }
}

function lineOf({ field, message, suggestion }: Finding): string {
  return `  ${field === null ? '' : `${field}: `}${message}${suggestion === null ? '' : `; ${suggestion}`}`;
}

/** What every finding of such an error has in common: it is about no cell of a table. */
export const NO_CELL = { severity: 'error', column: null, key: null } as const satisfies Partial<Finding>;
