/** Delivers what a bulk command has done: to the files that its flags name, and to standard output. */
import type { Context } from '../../context.ts';
import type { BulkReport } from '../../bulk/model/report.ts';
import { backgroundOf, renderError } from '../../output/terminal/error-text.ts';
import { renderJson, renderNdjson, reportEvents } from '../../output/files/json.ts';
import { renderReportFile } from '../../output/files/report-files.ts';
import { renderReportText } from '../../output/report/text.ts';
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
  const { report, tally, words, error, canContinue, sendCommands, isContinued = false } = outcome;
  const { rejectsFile, failures } = await writeDelivery(outcome, delivery);
  const whole = withFailures(report, failures);
  context.setExitCode(whole.exitCode);
  const { format, debug } = global;
  const { width, ascii, verbose, color } = output;
  if (format === 'table' || (format === 'csv' && report.error !== null)) {
    const isStopped = report.error !== null;
    const text = renderReportText(
      { ...report, tally, words },
      {
        ...{ width, ascii, color: isStopped ? color.stderr : color.stdout },
        ...{ rejectsFile, canContinue, sendCommands, isContinued, rejectsEnding: rejectsEnding(outcome.layout) },
        background: backgroundOf(error, { debug, verbose }),
      },
    );
    // The cause of the stop is not data: it must be visible even if standard output goes to a file.
    if (isStopped) output.stderr.write(text);
    else await output.data(text);
  } else {
    await output.data(RENDERERS[format](whole));
  }
  for (const failure of failures) output.stderr.write(`${renderError(failure, { debug, verbose })}\n`);
}

const RENDERERS = {
  json: renderJson,
  // The results have been written while they were made.
  ndjson: (report) => renderNdjson([...reportEvents(report)].filter(({ event }) => event !== 'result')),
  csv: (report) => renderReportFile('csv', report),
} satisfies Record<Exclude<OutputFormat, 'table'>, (report: BulkReport) => TextParts>;
