/**
 * The output files that the flags of a bulk command name. Files that cannot be written are refused before the work; the
 * others are written after it. One failure then stops no other file or report, since records may have been sent.
 */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ShownListsOptions } from '../../bulk/report/shown-lists.ts';
import { EXIT_CODES, UsageError } from '../../errors.ts';
import type { BulkReport } from '../../model/report.ts';
import { removeEarlierRejects } from '../../output/files/remove-earlier-rejects.ts';
import { renderRejectsFile } from '../../output/files/render-rejects.ts';
import { renderReportFile, reportEndingOf, showsRows } from '../../output/files/report-files.ts';
import { type FileContent, refuseSpecialFile, writeFileAtomically } from '../../output/files/write-file.ts';
import { toReportedError } from '../../output/terminal/error-text.ts';
import type { ReportOptions } from '../options/bulk-options.ts';
import type { OutputFormat } from '../options/global-options.ts';
import type { BulkOutcome } from './command.ts';
import { findCollisions } from './file-collisions.ts';

/** Refuses, before the work, files that could not be written after it. */
export async function checkOutputFiles(
  flags: ReportOptions,
  reads: readonly string[],
  format: OutputFormat,
): Promise<void> {
  const { rejects } = flags;
  if (rejects === STDOUT) {
    throw new UsageError('--rejects writes to a file, not to standard output', {
      hint: 'Give it the name of a file; --report - shows what is wrong on standard output.',
    });
  }
  if (asksForStdout(flags) && format !== 'table') {
    throw new UsageError(`--report - and --output ${format} both write to standard output`, {
      hint: 'Give the report the name of a file.',
    });
  }
  for (const collision of (await findCollisions(flags, reads)).values()) throw collision;
  const files = reportFiles(flags);
  for (const file of files) reportEndingOf(file);
  for (const file of [...files, rejects]) if (file !== undefined) await checkPlace(file);
}

const STDOUT = '-';

/** Whether the report goes to standard output as Markdown. Other text then goes to standard error. */
export function reportsToStdout(flags: ReportOptions, format: OutputFormat): boolean {
  return format === 'table' && asksForStdout(flags);
}

/** Whether `--report -` is given. With another output format it is refused, since both would use standard output. */
function asksForStdout({ report = [] }: ReportOptions): boolean {
  return report.includes(STDOUT);
}

/** Which rows are needed: the rejected ones for a rejects file or a report, those of accepted records for a report. */
export function rowsToKeep(flags: ReportOptions): Pick<ShownListsOptions, 'keepsRejects' | 'keepsAccepted'> {
  const keepsAccepted = reportFiles(flags).some(showsRows);
  return { keepsRejects: flags.rejects !== undefined || keepsAccepted, keepsAccepted };
}

function reportFiles({ report = [] }: ReportOptions): string[] {
  return report.filter((file) => file !== STDOUT);
}

/** Throws a UsageError if no file can be written there: there is no such folder, or the file is a special one. */
async function checkPlace(file: string): Promise<void> {
  const folder = await stat(dirname(file)).catch(() => undefined);
  if (!folder?.isDirectory()) throw new UsageError(`There is no folder ${dirname(file)} to write ${file} into`);
  await refuseSpecialFile(file);
}

/** The result of writing the files. */
export interface WrittenFiles {
  /** The rejects file, if it was written. */
  readonly rejectsFile: string | undefined;
  /** Whether it is a new workbook, since the user's own cannot be marked. */
  readonly isNewWorkbook: boolean;
  /** A note for the user about the rejects file. */
  readonly rejectsNote: string | undefined;
  /** The errors of files that could not be written. */
  readonly failures: readonly unknown[];
}

/** Writes all files, even if some fail. The rejects file is the first, so that reports can include its failure. */
export async function writeOutputFiles(outcome: BulkOutcome, flags: ReportOptions): Promise<WrittenFiles> {
  const { rejects, reveal } = flags;
  const collisions = await findCollisions(flags, outcome.reads);
  const failures: unknown[] = [];
  const attempt = async (file: string, work: () => Promise<void>): Promise<boolean> => {
    try {
      const collision = collisions.get(file);
      if (collision !== undefined) throw collision;
      await work();
      return true;
    } catch (failure) {
      // If the flag itself stopped the command, the report has this error already.
      if (!isReported(failure, outcome.report)) failures.push(failure);
      return false;
    }
  };
  const found = rejects === undefined ? undefined : await renderRejectsFile(rejects, outcome);
  const hasRejects =
    rejects !== undefined && found !== undefined && (await attempt(rejects, () => write(rejects, found.content)));
  let rejectsNote = hasRejects ? found.note : undefined;
  // After an error, the earlier file stays: the rejects are not complete, and a user may be fixing that file.
  if (rejects !== undefined && found === undefined && outcome.report.error === null) {
    await attempt(rejects, async () => {
      rejectsNote = await removeEarlierRejects(rejects);
    });
  }
  for (const file of reportFiles(flags)) {
    await attempt(file, async () => {
      const reported = { ...outcome, reveal, report: withFailures(outcome.report, failures) };
      await write(file, await renderReportFile(reportEndingOf(file), reported));
    });
  }
  const isNewWorkbook = hasRejects && found.note !== undefined;
  return { rejectsFile: hasRejects ? rejects : undefined, isNewWorkbook, rejectsNote, failures };
}

/** Adds failures of files to a report. An error that stopped the run itself has priority. */
export function withFailures(report: BulkReport, failures: readonly unknown[]): BulkReport {
  const [first, ...others] = failures.map(toReportedError);
  if (first === undefined) return report;
  const message = [first, ...others].map((failure) => failure.message).join('; ');
  return {
    ...report,
    error: report.error ?? { name: 'OutputError', message, hint: first.hint },
    exitCode: report.exitCode || EXIT_CODES.internal,
  };
}

function isReported(failure: unknown, { error }: BulkReport): boolean {
  return error !== null && toReportedError(failure).message === error.message;
}

async function write(file: string, text: FileContent): Promise<void> {
  await checkPlace(file);
  await writeFileAtomically(file, text);
}
