/** Prints the result of a command: text for people; JSON, NDJSON or CSV for programs. */

import { formatNumber } from '../../base/text/counted.ts';
import type { Context } from '../../context.ts';
import { EXIT_CODES, ExamctlError, type ExamctlErrorOptions, type ExitReason, exitCodeOf } from '../../errors.ts';
import type { Finding } from '../../model/finding.ts';
import { REPORT_SCHEMA_VERSION, type ReportedError } from '../../model/report.ts';
import type { TextParts } from '../../output/terminal/streams.ts';
import type { ApiError } from '../../platform/problem.ts';
import type { Call, OutputFormat } from './call.ts';

type Presenting = Pick<Call, 'output' | 'global'>;

/** Prints one object. `text` is its form for people. */
export async function presentObject(
  { output, global: { format } }: Presenting,
  value: object,
  text: string,
): Promise<void> {
  if (format !== 'json' && format !== 'ndjson') return output.print(text);
  const { renderJson, renderNdjson } = await import('../../output/formats/json.ts');
  await output.data(format === 'json' ? renderJson(value) : renderNdjson([value]));
}

/**
 * Reports the success of a command without other output: a sentence for people on standard error, or one object for
 * scripts. The object has the same keys as a report of a failure.
 */
export async function presentDone(call: Presenting, command: string, done: object, text: string): Promise<void> {
  call.output.note(text);
  const { format } = call.global;
  if (format === 'json' || format === 'ndjson') await presentObject(call, resultObject(call, command, done), '');
}

interface ResultEnd {
  /** The error of a command that has done a part of its work. */
  readonly error: ReportedError | null;
  readonly exitCode: number;
}

/** The object of a command for scripts: its own keys among those of a report. `findings` is empty unless `own` has some. */
export function resultObject(
  { global: { format } }: Presenting,
  command: string,
  own: object,
  end: ResultEnd = { error: null, exitCode: EXIT_CODES.done },
): object {
  const event = format === 'ndjson' ? { event: 'summary' } : {};
  return { ...event, schemaVersion: REPORT_SCHEMA_VERSION, command, findings: [], ...own, ...end };
}

/** Reports an error of a command that has printed its object already. */
export async function presentError(
  { context, output, global }: Presenting & { readonly context: Pick<Context, 'setExitCode'> },
  error: unknown,
): Promise<void> {
  const { renderError } = await import('../../output/terminal/error-text.ts');
  output.stderr.write(`${renderError(error, { debug: global.debug, verbose: output.verbose })}\n`);
  context.setExitCode(exitCodeOf(error));
}

/** Prints a list of records. An empty list is printed too. */
export async function presentRows<C extends string>(
  call: Presenting,
  columns: readonly C[],
  rows: readonly { readonly [K in C]?: unknown }[],
): Promise<void> {
  const { format } = call.global;
  const rendered = await RENDERERS[format](call, columns, rows);
  const isForPeople = format === 'table' || format === 'json';
  await (isForPeople ? call.output.print(rendered) : call.output.data(rendered));
}

type Rows = readonly { readonly [name: string]: unknown }[];
type Render = (call: Presenting, columns: readonly string[], rows: Rows) => Promise<TextParts>;

const RENDERERS = {
  table: async ({ output: { width, ascii } }, columns, rows) => {
    if (rows.length === 0) return 'none\n';
    const { tableParts } = await import('../../output/terminal/table.ts');
    return tableParts({ head: [...columns], rows: rows.map(cellsOf(columns)), width, ascii });
  },
  json: async (_call, _columns, rows) => (await import('../../output/formats/json.ts')).renderLongJson(rows),
  ndjson: async (_call, _columns, rows) => (await import('../../output/formats/json.ts')).renderNdjson(rows),
  csv: async (_call, columns, rows) => csvOf(columns, rows),
} satisfies Record<OutputFormat, Render>;

async function csvOf(columns: readonly string[], rows: Rows): Promise<string[]> {
  const { formatCsvRow } = await import('../../output/formats/csv-text.ts');
  return [columns, ...rows.map(cellsOf(columns))].map((row) => formatCsvRow(row));
}

function cellsOf(columns: readonly string[]): (row: Rows[number]) => string[] {
  return (row) => columns.map((name) => cellText(row[name]));
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** An error of the platform as text for people. */
export function describeApiError({ Code, Error: text }: ApiError): string {
  return Code === null ? text : `${text} (code ${Code})`;
}

interface FoundOptions extends ExamctlErrorOptions {
  readonly findings: readonly Finding[];
  /** The largest number of lines on a screen. Without it, all are shown. */
  readonly maxShown?: number | undefined;
}

/** An error with findings that stops a command. JSON contains the findings; a screen shows them above the error. */
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
