/** Shows what a command found: a table or a line for people, and json, ndjson or csv for machines. */

import { EXIT_CODES } from '../../errors.ts';
import { REPORT_SCHEMA_VERSION } from '../../model/report.ts';
import type { TextParts } from '../../output/terminal/text-parts.ts';
import type { ApiError } from '../../platform/problem.ts';
import type { Call } from '../options/call.ts';
import type { OutputFormat } from '../options/global-options.ts';

type Shown = Pick<Call, 'output' | 'global'>;

/** One object; `text` is what it says to people. */
export async function presentObject({ output, global: { format } }: Shown, value: object, text: string): Promise<void> {
  if (format !== 'json' && format !== 'ndjson') return output.page(text);
  const { renderJson, renderNdjson } = await import('../../output/files/json.ts');
  await output.data(format === 'json' ? renderJson(value) : renderNdjson([value]));
}

/**
 * What a command did that has nothing to show: a sentence for people on standard error, and for scripts one object, with
 * the keys by which a report says that it failed.
 */
export async function presentDone(call: Shown, command: string, done: object, text: string): Promise<void> {
  call.output.note(text);
  const { format } = call.global;
  if (format !== 'json' && format !== 'ndjson') return;
  const event = format === 'ndjson' ? { event: 'summary' } : {};
  const end = { findings: [], error: null, exitCode: EXIT_CODES.done };
  await presentObject(call, { ...event, schemaVersion: REPORT_SCHEMA_VERSION, command, ...done, ...end }, '');
}

/** A list of records. An empty list is a list too. */
export async function presentRows<C extends string>(
  call: Shown,
  columns: readonly C[],
  rows: readonly { readonly [K in C]?: unknown }[],
): Promise<void> {
  const { format } = call.global;
  const shown = await RENDERERS[format](call, columns, rows);
  // People also read JSON; what has a record on each line is for programs.
  const isRead = format === 'table' || format === 'json';
  await (isRead ? call.output.page(shown) : call.output.data(shown));
}

type Rows = readonly { readonly [name: string]: unknown }[];
type Render = (call: Shown, columns: readonly string[], rows: Rows) => Promise<TextParts>;

const RENDERERS = {
  table: async ({ output: { width, ascii } }, columns, rows) => {
    if (rows.length === 0) return 'none\n';
    const { tableParts } = await import('../../output/terminal/table.ts');
    return tableParts({ head: [...columns], rows: rows.map(cellsOf(columns)), width, ascii });
  },
  json: async (_call, _columns, rows) => (await import('../../output/files/json.ts')).renderLongJson(rows),
  ndjson: async (_call, _columns, rows) => (await import('../../output/files/json.ts')).renderNdjson(rows),
  csv: async (_call, columns, rows) => csvOf(columns, rows),
} satisfies Record<OutputFormat, Render>;

/** A list as CSV. */
export async function csvOf(columns: readonly string[], rows: Rows): Promise<string[]> {
  const { formatCsvRow } = await import('../../output/files/csv.ts');
  return [columns, ...rows.map(cellsOf(columns))].map((row) => formatCsvRow(row));
}

function cellsOf(columns: readonly string[]): (row: Rows[number]) => string[] {
  return (row) => columns.map((name) => cellText(row[name]));
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What the platform said, for people. */
export function describeApiError({ Code, Error: text }: ApiError): string {
  return Code === null ? text : `${text} (code ${Code})`;
}
