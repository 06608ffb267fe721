/**
 * The files that the flags of a bulk command name: refused before the work where they could not be written, and written
 * after it. A failure then stops no other file or report: things may have been sent.
 */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EXIT_CODES, UsageError } from '../../errors.ts';
import type { BulkReport } from '../../model/report.ts';
import { removeEarlierRejects } from '../../output/files/remove-earlier-rejects.ts';
import { renderRejectsFile } from '../../output/files/render-rejects.ts';
import { renderReportFile, reportEndingOf, showsRejects } from '../../output/files/report-files.ts';
import { type FileContent, refuseSpecialFile, writeFileAtomically } from '../../output/files/write-file.ts';
import { toReportedError } from '../../output/terminal/error-text.ts';
import type { ReportOptions } from '../options/bulk-options.ts';
import type { OutputFormat } from '../options/global-options.ts';
import type { BulkOutcome } from './command.ts';
import { findCollisions } from './file-collisions.ts';

/** Refuses files that could not be written later: better before the work than after it. */
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
  for (const file of rejects === undefined ? files : [...files, rejects]) await checkPlace(file);
}

const STDOUT = '-';

/** Whether the report goes to standard output, as Markdown; what else is said goes to standard error then. */
export function reportsToStdout(flags: ReportOptions, format: OutputFormat): boolean {
  return format === 'table' && asksForStdout(flags);
}

/** Beside another format that is refused: two would write to one stream. */
function asksForStdout({ report = [] }: ReportOptions): boolean {
  return report.includes(STDOUT);
}

/** Whether the rows that were not accepted are to be shown: in a file of their own, or in a report. */
export function keepsRejects(flags: ReportOptions): boolean {
  return flags.rejects !== undefined || reportFiles(flags).some(showsRejects);
}

function reportFiles({ report = [] }: ReportOptions): string[] {
  return report.filter((file) => file !== STDOUT);
}

async function checkPlace(file: string): Promise<void> {
  const folder = await stat(dirname(file)).catch(() => undefined);
  if (!folder?.isDirectory()) throw new UsageError(`There is no folder ${dirname(file)} to write ${file} into`);
  await refuseSpecialFile(file);
}

/** The files that were written, and those that failed. */
export interface WrittenFiles {
  /** The file of rejects, if there was anything to write into it. */
  readonly rejectsFile: string | undefined;
  /** What is to be said of it. */
  readonly rejectsNote: string | undefined;
  /** Why files could not be written, one for each. */
  readonly failures: readonly unknown[];
}

/** Writes them all, whatever becomes of each. Rejects come first, so that the reports can say which of them were written. */
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
      // Where the flag itself is what stopped the command, that has been said already.
      if (!isReported(failure, outcome.report)) failures.push(failure);
      return false;
    }
  };
  const found = rejects === undefined ? undefined : await renderRejectsFile(rejects, outcome);
  const hasRejects =
    rejects !== undefined && found !== undefined && (await attempt(rejects, () => write(rejects, found.content)));
  // What a stopped run would have rejected is unknown; and somebody may be fixing an earlier one's.
  if (rejects !== undefined && found === undefined && outcome.report.error === null) {
    await attempt(rejects, () => removeEarlierRejects(rejects));
  }
  for (const file of reportFiles(flags)) {
    await attempt(file, async () => {
      const reported = { ...outcome, reveal, report: withFailures(outcome.report, failures) };
      await write(file, await renderReportFile(reportEndingOf(file), reported));
    });
  }
  return { rejectsFile: hasRejects ? rejects : undefined, rejectsNote: hasRejects ? found.note : undefined, failures };
}

/** The report of a run whose files could not all be written. An error that stopped the run itself stays its error. */
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
