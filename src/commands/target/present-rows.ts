/** Shows a list of records: a table for people, and json, ndjson or csv for machines. An empty list is a list too. */
import type { Output } from '../../output/terminal/streams.ts';
import type { TextParts } from '../../output/terminal/text-parts.ts';
import type { OutputFormat } from '../options/global-options.ts';

export async function presentRows<C extends string>(
  output: Output,
  format: OutputFormat,
  columns: readonly C[],
  rows: readonly { readonly [K in C]?: unknown }[],
): Promise<void> {
  await output.data(await RENDERERS[format](output, columns, rows));
}

type Rows = readonly { readonly [name: string]: unknown }[];
type Render = (output: Output, columns: readonly string[], rows: Rows) => Promise<TextParts>;

const RENDERERS = {
  table: async (output, columns, rows) => {
    if (rows.length === 0) return 'none\n';
    const { renderTable } = await import('../../output/terminal/table.ts');
    const cells = rows.map((row) => columns.map((name) => cellText(row[name])));
    return renderTable({ head: [...columns], rows: cells, width: output.width, ascii: output.ascii });
  },
  json: async (_output, _columns, rows) => {
    const { renderJson } = await import('../../output/files/json.ts');
    return renderJson(rows);
  },
  ndjson: async (_output, _columns, rows) => {
    const { renderNdjson } = await import('../../output/files/json.ts');
    return renderNdjson(rows);
  },
  csv: async (_output, columns, rows) => {
    const { formatCsvRow } = await import('../../output/files/csv.ts');
    return [columns, ...rows.map((row) => columns.map((name) => cellText(row[name])))].map((row) => formatCsvRow(row));
  },
} satisfies Record<OutputFormat, Render>;

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
