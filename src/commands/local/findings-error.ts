/** An error with findings that stops a command. JSON contains the findings; a screen shows them above the error. */
import { formatNumber } from '../../base/text/counted.ts';
import { ExamctlError, type ExamctlErrorOptions, type ExitReason } from '../../errors.ts';
import type { Finding } from '../../model/finding.ts';

interface FoundOptions extends ExamctlErrorOptions {
  readonly findings: readonly Finding[];
  /** The largest number of lines on a screen. Without it, all are shown. */
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

  /** One line for each finding. */
  lines(): string[] {
    const { findings } = this;
    const shown = findings.slice(0, this.#maxShown).map(lineOf);
    return findings.length > shown.length
      ? [...shown, `  shown ${shown.length} of ${formatNumber(findings.length)}`]
      : shown;
  }
}

function lineOf({ field, message, suggestion }: Finding): string {
  return `  ${field === null ? '' : `${field}: `}${message}${suggestion === null ? '' : `; ${suggestion}`}`;
}

/** The common part of these findings: they are errors about no cell of a table. */
export const NO_CELL = { severity: 'error', column: null, key: null } as const satisfies Partial<Finding>;
