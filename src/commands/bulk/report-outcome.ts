/** Reports the outcome of a bulk command, to the files of its flags and to standard output. */

import type { Context } from '../../context.ts';
import type { ReportedRun } from '../../model/report.ts';
import { asSection } from '../../output/ci/gitlab.ts';
import { renderLongJson, renderNdjson, reportEvents } from '../../output/files/json.ts';
import { renderReportText } from '../../output/report/screen.ts';
import { backgroundOf, renderError, toReportedError } from '../../output/terminal/error-text.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { isGithub, isGitlab, repositoryOf } from '../../output/terminal/terminal-facts.ts';
import type { TextParts } from '../../output/terminal/text-parts.ts';
import type { ReportOptions } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import type { OutputFormat } from '../options/global-options.ts';
import type { BulkOutcome } from './command.ts';
import { reportsToStdout, withFailures, writeOutputFiles } from './output-files.ts';
import { rejectsEnding, unfitFlags } from './rejects-ending.ts';

export async function reportOutcome(call: Call<ReportOptions>, ended: BulkOutcome): Promise<void> {
  const { context, output, global, flags } = call;
  const outcome = { ...ended, repository: repositoryOf(context.env) };
  const { rejectsFile, rejectsNote, failures } = await writeOutputFiles(outcome, flags);
  if (rejectsNote !== undefined) output.warn(rejectsNote);
  const whole = { ...outcome, report: withFailures(outcome.report, failures) };
  context.setExitCode(whole.report.exitCode);
  const { format, debug } = global;
  const isStopped = outcome.report.error !== null;
  const isMarkdown = reportsToStdout(flags, format);
  if (isMarkdown) {
    const { renderMarkdown } = await import('../../output/formats/markdown.ts');
    await output.data(renderMarkdown(whole));
  }
  if (format === 'table' || (format === 'csv' && isStopped)) {
    // The error that stopped the command must be visible even if standard output goes to a file.
    const onStderr = isStopped || isMarkdown;
    const text = textOf(context, output, outcome, { rejectsFile, isNew: rejectsNote !== undefined, onStderr, debug });
    if (onStderr) output.stderr.write(text);
    else await output.page(text);
  } else {
    await output.data(await RENDERERS[format](whole));
  }
  if (outcome.equivalent !== undefined && format === 'table') output.note(`\n${outcome.equivalent}`);
  if (isGithub(context.env)) await writeForGithub(context, output, whole, format !== 'table' || isMarkdown);
  for (const failure of failures) {
    output.stderr.write(`${renderError(failure, { debug, verbose: output.verbose })}\n`);
  }
}

interface TextPlace {
  readonly rejectsFile: string | undefined;
  /** Whether it is a new workbook in place of that of the user. */
  readonly isNew: boolean;
  /** Whether the text goes to standard error. */
  readonly onStderr: boolean;
  readonly debug: boolean;
}

function textOf(
  { env }: Context,
  { width, ascii, verbose, color }: Output,
  { report, tally, words, layout, error, reading = {}, ...next }: BulkOutcome,
  { rejectsFile, isNew, onStderr, debug }: TextPlace,
): string {
  const text = renderReportText(
    { ...report, tally, words },
    {
      ...{ width, ascii, color: onStderr ? color.stderr : color.stdout },
      ...next,
      ...{ rejectsFile, rejectsEnding: rejectsEnding(layout) },
      unfitFlags: rejectsFile === undefined ? [] : unfitFlags(reading, layout, { file: rejectsFile, isNew }),
      isPartial: layout?.format === 'rows' && layout.hasParts,
      isTyped: layout?.format === 'records' && layout.isTyped === true,
      background: backgroundOf(error, { debug, verbose }),
    },
  );
  return isGitlab(env) ? asSection(`examctl ${report.command}`, text) : text;
}

/** Writes annotations and the summary of the step. GitHub reads annotations from both streams. */
async function writeForGithub(context: Context, output: Output, run: ReportedRun, onStderr: boolean): Promise<void> {
  const { appendStepSummary, renderAnnotations } = await import('../../output/ci/github.ts');
  const annotations = renderAnnotations(run);
  if (onStderr) output.stderr.write(annotations);
  else await output.data(annotations);
  await appendStepSummary(context.env, run).catch((error: unknown) => {
    output.warn(`The summary of the step is missing: ${toReportedError(error).message}`);
  });
}

const RENDERERS = {
  json: ({ report }) => renderLongJson(report),
  // The results have already been written during the run.
  ndjson: ({ report }) => renderNdjson([...reportEvents(report)].filter(({ event }) => event !== 'result')),
  csv: async (run) => (await import('../../output/formats/csv.ts')).renderCsvRows(run),
} satisfies Record<Exclude<OutputFormat, 'table'>, (run: ReportedRun) => TextParts | Promise<TextParts>>;
