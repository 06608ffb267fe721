/** Reports what a bulk command did, to the files of its flags and to standard output. */

import type { Context } from '../../context.ts';
import { EXIT_CODES } from '../../errors.ts';
import type { ReportedRun } from '../../model/report.ts';
import { renderLongJson, renderNdjson, reportEvents } from '../../output/formats/json.ts';
import { failureLine } from '../../output/report/headline.ts';
import { renderReportText } from '../../output/report/screen.ts';
import { backgroundOf, renderError, toReportedError } from '../../output/terminal/error-text.ts';
import type { Output, TextParts } from '../../output/terminal/streams.ts';
import { isGithub, repositoryOf } from '../../output/terminal/terminal-facts.ts';
import type { ReportOptions } from '../options/bulk-options.ts';
import type { Call, OutputFormat } from '../options/call.ts';
import type { BulkOutcome } from './command.ts';
import {
  rejectsEnding,
  reportsToStdout,
  unfitFlags,
  type WrittenFiles,
  withFailures,
  writeOutputFiles,
} from './output-files.ts';

export async function reportOutcome(call: Call<ReportOptions>, ended: BulkOutcome): Promise<void> {
  const { context, output, global, flags } = call;
  const withRepository = { ...ended, repository: repositoryOf(context.env), zone: ended.reading?.timezone };
  const { rejectsFile, isNewWorkbook, rejectsNote, failures } = await writeOutputFiles(withRepository, flags);
  if (rejectsNote !== undefined) output.warn(rejectsNote);
  const complete = { ...withRepository, report: withFailures(ended.report, failures) };
  context.setExitCode(complete.report.exitCode);
  const { format, debug } = global;
  const isStopped = ended.report.error !== null;
  const hasMarkdownOnStdout = reportsToStdout(flags, format);
  if (hasMarkdownOnStdout) {
    const { renderMarkdown } = await import('../../output/formats/markdown.ts');
    await output.data(renderMarkdown(complete));
  }
  // CSV has no place for the error that stopped the command, so the text is shown instead.
  if (format === 'table' || (format === 'csv' && isStopped)) {
    // The error that stopped the command must be visible even if standard output goes to a file.
    const onStderr = isStopped || hasMarkdownOnStdout;
    // The text is without the failures of files: they are printed below it.
    const text = textOf(output, ended, { rejectsFile, isNewWorkbook, onStderr, debug });
    if (onStderr) output.stderr.write(text);
    else if (!output.quiet || complete.report.exitCode !== EXIT_CODES.done) await output.print(text);
  } else {
    await output.data(await RENDERERS[format](complete));
    if (format !== 'csv' && complete.report.exitCode !== EXIT_CODES.done) {
      output.stderr.write(`${failureLine({ ...ended.report, tally: ended.tally, words: ended.words })}\n`);
    }
  }
  if (ended.equivalent !== undefined && format === 'table') output.note(`\n${ended.equivalent}`);
  if (isGithub(context.env)) await writeForGithub(context, output, complete, format !== 'table' || hasMarkdownOnStdout);
  for (const failure of failures) {
    output.stderr.write(`${renderError(failure, { debug, verbose: output.verbose })}\n`);
  }
}

interface TextOptions extends Pick<WrittenFiles, 'rejectsFile' | 'isNewWorkbook'> {
  /** Whether the text goes to standard error. */
  readonly onStderr: boolean;
  readonly debug: boolean;
}

function textOf(
  { width, ascii, verbose, color }: Output,
  { report, tally, words, layout, error, reading = {}, ...facts }: BulkOutcome,
  { rejectsFile, isNewWorkbook, onStderr, debug }: TextOptions,
): string {
  return renderReportText(
    { ...report, tally, words },
    {
      width,
      ascii,
      isVerbose: verbose,
      zone: reading.timezone,
      color: onStderr ? color.stderr : color.stdout,
      ...facts,
      rejectsFile,
      rejectsEnding: rejectsEnding(layout),
      unfitFlags: rejectsFile === undefined ? [] : unfitFlags(reading, layout, { file: rejectsFile, isNewWorkbook }),
      isPartial: layout?.format === 'rows' && layout.hasParts,
      isTyped: layout?.format === 'records' && layout.isTyped === true,
      background: backgroundOf(error, { debug, verbose }),
    },
  );
}

/** Writes annotations and the summary of the step. GitHub reads annotations from both streams. */
async function writeForGithub(context: Context, output: Output, run: ReportedRun, onStderr: boolean): Promise<void> {
  const { appendStepSummary, renderAnnotations } = await import('../../output/formats/github.ts');
  const annotations = renderAnnotations(run);
  if (onStderr) output.stderr.write(annotations);
  else await output.data(annotations);
  await appendStepSummary(context.env, run).catch((error: unknown) => {
    output.warn(`The step summary in GitHub is missing: ${toReportedError(error).message}`);
  });
}

const RENDERERS = {
  json: ({ report }) => renderLongJson(report),
  // The results have already been written during the run.
  ndjson: ({ report }) => renderNdjson([...reportEvents(report)].filter(({ event }) => event !== 'result')),
  csv: async (run) => (await import('../../output/formats/csv.ts')).renderCsvRows(run),
} satisfies Record<Exclude<OutputFormat, 'table'>, (run: ReportedRun) => TextParts | Promise<TextParts>>;
