/** Delivers what a bulk command has done: to standard output, and to the files that its flags name. */
import { dirname } from 'node:path';
import { stat } from 'node:fs/promises';
import type { Context } from '../context.ts';
import type { BulkReport } from '../contract/report.ts';
import { UsageError } from '../errors.ts';
import { renderError } from '../output/error-text.ts';
import { renderJson, renderNdjson, reportEvents } from '../output/json.ts';
import { renderRejectsCsv, renderRejectsNdjson } from '../output/rejects.ts';
import { renderReportFile, reportKindOf } from '../output/report-files.ts';
import type { NextOptions } from '../output/report-next.ts';
import { renderReportText } from '../output/report-text.ts';
import type { Output } from '../output/streams.ts';
import type { TextParts } from '../output/text-parts.ts';
import { writeFileAtomically } from '../output/write-file.ts';
import type { BulkOutcome } from './bulk-run.ts';
import type { DeliveryOptions } from './bulk-options.ts';
import type { GlobalOptions, OutputFormat } from './global-options.ts';

/** Refuses files that could not be written later: better before the work than after it. */
export async function checkDelivery({ report = [], rejects }: DeliveryOptions): Promise<void> {
  for (const file of report) {
    if (reportKindOf(file) === undefined) throw new UsageError(`--report: ${file} must end in .json or .csv`);
  }
  for (const file of rejects === undefined ? report : [...report, rejects]) {
    const folder = await stat(dirname(file)).catch(() => undefined);
    if (!folder?.isDirectory()) throw new UsageError(`There is no folder ${dirname(file)} to write ${file} into`);
  }
}

export async function deliver(
  context: Context,
  output: Output,
  outcome: BulkOutcome,
  delivery: DeliveryOptions,
  global: GlobalOptions,
): Promise<void> {
  const { report, error, canContinue } = outcome;
  for (const file of delivery.report ?? []) {
    await writeFileAtomically(file, renderReportFile(reportKindOf(file) ?? 'json', report));
  }
  const rejectsFile = await writeRejects(outcome, delivery);
  if (error !== undefined && global.format === 'table' && global.debug) {
    output.stderr.write(`${renderError(error, { debug: true })}\n`);
  }
  // What stopped the command is no data: it must be seen although standard output goes into a file.
  if (report.error !== null && !JSON_FORMATS.has(global.format)) {
    const { width, ascii } = output;
    const text = renderReportText(report, { width, ascii, color: output.color.stderr, rejectsFile, canContinue });
    output.stderr.write(text);
  } else {
    await output.data(RENDERERS[global.format](report, output, { rejectsFile, canContinue }));
  }
  context.setExitCode(report.exitCode);
}

const JSON_FORMATS: ReadonlySet<OutputFormat> = new Set(['json', 'ndjson']);

const RENDERERS = {
  table: (report, { width, ascii, color }, next) =>
    renderReportText(report, { width, ascii, color: color.stdout, ...next }),
  json: renderJson,
  // The results have been written while they were made.
  ndjson: (report) => renderNdjson([...reportEvents(report)].filter(({ event }) => event !== 'result')),
  csv: (report) => renderReportFile('csv', report),
} satisfies Record<OutputFormat, (report: BulkReport, output: Output, next: NextOptions) => TextParts>;

/** Gives the name of the file, if there was anything to write into it. */
async function writeRejects(
  { rejects, layout }: BulkOutcome,
  { rejects: file }: DeliveryOptions,
): Promise<string | undefined> {
  if (file === undefined || layout === undefined || rejects.length === 0) return undefined;
  await writeFileAtomically(file, renderRejects(rejects, layout));
  return file;
}

function renderRejects(rejects: BulkOutcome['rejects'], layout: NonNullable<BulkOutcome['layout']>): TextParts {
  if (layout.format === 'json') {
    return renderRejectsNdjson(
      rejects.map(({ row: { line, content }, findings, note }) => ({
        value: 'value' in content ? content.value : content.cells,
        line,
        findings,
        note,
      })),
    );
  }
  const rows = rejects.map(({ row: { line, content }, findings, note }) => ({
    cells: 'cells' in content ? content.cells : [],
    line,
    findings,
    note,
  }));
  // Spreadsheet programs take a CSV without a byte order mark for the system's old encoding.
  return renderRejectsCsv({ header: layout.header, delimiter: layout.delimiter, rows, bom: true });
}
