/** Delivers what a bulk command has done: to the files that its flags name, and to standard output. */
import type { Context } from '../../context.ts';
import type { BulkReport } from '../../bulk/model/report.ts';
import { backgroundOf, renderError } from '../../output/terminal/error-text.ts';
import { renderJson, renderNdjson, reportEvents } from '../../output/files/json.ts';
import { renderReportFile } from '../../output/files/report-files.ts';
import type { NextOptions } from '../../output/report/next-steps.ts';
import { type ReportTextOptions, renderReportText } from '../../output/report/text.ts';
import type { Output } from '../../output/terminal/streams.ts';
import type { TextParts } from '../../output/terminal/text-parts.ts';
import type { BulkOutcome } from './command.ts';
import type { DeliveryOptions } from '../options/bulk-options.ts';
import { withFailures, writeDelivery } from './delivery-files.ts';
import type { GlobalOptions, OutputFormat } from '../options/global-options.ts';
import { rejectsEnding } from './rejects-layout.ts';

export async function deliver(
  context: Context,
  output: Output,
  outcome: BulkOutcome,
  delivery: DeliveryOptions,
  global: GlobalOptions,
): Promise<void> {
  const { report, error, canContinue, sendCommands, isContinued = false } = outcome;
  const { rejectsFile, failures } = await writeDelivery(outcome, delivery);
  const whole = withFailures(report, failures);
  context.setExitCode(whole.exitCode);
  const { format, debug } = global;
  const next = { rejectsFile, canContinue, sendCommands, isContinued, rejectsEnding: rejectsEnding(outcome.layout) };
  if (JSON_FORMATS.has(format)) {
    await output.data(RENDERERS[format](whole, output, next));
  } else if (report.error !== null) {
    // The cause of the stop is not data: it must be visible even if standard output goes to a file.
    const { width, ascii, verbose } = output;
    const background = backgroundOf(error, { debug, verbose });
    output.stderr.write(renderReportText(report, { width, ascii, color: output.color.stderr, background, ...next }));
  } else {
    await output.data(RENDERERS[format](report, output, next));
  }
  for (const failure of failures) output.stderr.write(`${renderError(failure, { debug, verbose: output.verbose })}\n`);
}

/** What the screen tells beside the report. */
type Shown = NextOptions & Pick<ReportTextOptions, 'isContinued'>;

const JSON_FORMATS: ReadonlySet<OutputFormat> = new Set(['json', 'ndjson']);

const RENDERERS = {
  table: (report, { width, ascii, color }, next) =>
    renderReportText(report, { width, ascii, color: color.stdout, ...next }),
  json: renderJson,
  // The results have been written while they were made.
  ndjson: (report) => renderNdjson([...reportEvents(report)].filter(({ event }) => event !== 'result')),
  csv: (report) => renderReportFile('csv', report),
} satisfies Record<OutputFormat, (report: BulkReport, output: Output, next: Shown) => TextParts>;
