/**
 * The output files that the flags of a bulk command name. Files that cannot be written are refused before the work; the
 * others are written after it. One failure then stops no other file or report, since records may have been sent.
 */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EXIT_CODES, UsageError } from '../../errors.ts';
import { type FormatName, formatOfPath, isForeign } from '../../input/formats.ts';
import type { DraftSource, SourceLayout } from '../../model/draft.ts';
import { WORKBOOK_ENDING } from '../../model/reject-columns.ts';
import type { BulkReport } from '../../model/report.ts';
import { renderReportFile, reportEndingOf } from '../../output/files/report-files.ts';
import { type FileContent, refuseSpecialFile, writeFileAtomically } from '../../output/files/write-file.ts';
import { toReportedError } from '../../output/terminal/error-text.ts';
import type { ReadOptions, ReportOptions } from '../options/bulk-options.ts';
import type { OutputFormat } from '../options/call.ts';
import { findCollisions } from '../read/protected-files.ts';
import type { BulkOutcome } from './command.ts';

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

type Attempt = (file: string, work: () => Promise<void>) => Promise<boolean>;

/** Writes all files, even if some fail. The rejects file is the first, so that reports can include its failure. */
export async function writeOutputFiles(outcome: BulkOutcome, flags: ReportOptions): Promise<WrittenFiles> {
  const { rejects } = flags;
  const collisions = await findCollisions(flags, outcome.reads);
  const failures: unknown[] = [];
  const attempt: Attempt = async (file, work) => {
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
  const written = rejects === undefined ? undefined : await writeRejects(rejects, outcome, attempt);
  for (const file of reportFiles(flags)) {
    await attempt(file, async () => {
      const reported = { ...outcome, report: withFailures(outcome.report, failures) };
      await write(file, await renderReportFile(reportEndingOf(file), reported));
    });
  }
  return { rejectsFile: undefined, isNewWorkbook: false, rejectsNote: undefined, ...written, failures };
}

async function writeRejects(
  file: string,
  outcome: BulkOutcome,
  attempt: Attempt,
): Promise<Partial<Omit<WrittenFiles, 'failures'>>> {
  const { removeEarlierRejects, renderRejectsFile } = await import('../../output/files/rejects.ts');
  const found = await renderRejectsFile(file, outcome);
  if (found !== undefined) {
    const isWritten = await attempt(file, () => write(file, found.content));
    return isWritten ? { rejectsFile: file, isNewWorkbook: found.note !== undefined, rejectsNote: found.note } : {};
  }
  // After an error, the earlier file stays: the rejects are not complete, and a user may be fixing that file.
  if (outcome.report.error !== null) return {};
  let rejectsNote: string | undefined;
  await attempt(file, async () => {
    rejectsNote = await removeEarlierRejects(file);
  });
  return { rejectsNote };
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

/** The layout of the input. Throws, before any work is done, if a rejects file could not be read back. */
export function layoutOf(sources: readonly DraftSource[], rejects: string | undefined): SourceLayout | undefined {
  const layout = sources[0]?.layout;
  if (rejects === undefined || layout === undefined) return layout;
  if (new Set(sources.map((source) => columnsOf(source.layout))).size > 1) {
    throw new UsageError('--rejects takes inputs of one form: these differ in their columns', {
      hint: 'Send them one after the other, each with rejects of its own.',
    });
  }
  checkRejectsEnding(rejects, layout.format);
  return sources.length > 1 ? { ...layout, isOfSeveral: true } : layout;
}

/** Throws a UsageError if the file cannot have the rejects of such a layout. */
export function checkRejectsEnding(rejects: string | undefined, layout: SourceLayout['format']): void {
  if (rejects === undefined) return;
  const { formats, endings, name } = layout === 'rows' ? ROWS : RECORDS;
  const format = formatOfPath(rejects);
  if ((format !== undefined && !formats.includes(format)) || isForeign(rejects)) {
    throw new UsageError(`--rejects: ${rejects} must end in ${endings}, since the rejects are ${name}`, {
      hint: 'By its ending the file is read again.',
    });
  }
}

/**
 * Returns the flags that say how the input is to be read, and do not fit its rejects file. `isNewWorkbook` if that is not
 * a marked copy of the user's own.
 */
export function unfitFlags(
  { candidates, ...flags }: ReadOptions & { readonly candidates?: unknown },
  layout: SourceLayout | undefined,
  { file, isNewWorkbook }: { readonly file: string; readonly isNewWorkbook: boolean },
): string[] {
  const isSameSheet =
    layout?.format === 'rows' && layout.sheet !== undefined && file.endsWith(WORKBOOK_ENDING) && !isNewWorkbook;
  const unfit = {
    '--candidates': candidates !== undefined,
    '--candidates-sheet': flags.candidatesSheet !== undefined,
    '--sheet': flags.sheet !== undefined && !isSameSheet,
    '--header-row': flags.headerRow !== undefined && !isSameSheet,
    '--format': flags.format !== undefined && flags.format !== (formatOfPath(file) ?? flags.format),
  };
  return Object.entries(unfit).flatMap(([flag, isUnfit]) => (isUnfit ? [flag] : []));
}

/** The ending of a rejects file with this layout; `undefined` if there is no input file that could be fixed. */
export function rejectsEnding(layout: SourceLayout | undefined): string | undefined {
  if (layout?.format === 'rows') return layout.sheet === undefined ? '.csv' : WORKBOOK_ENDING;
  return layout === undefined || layout.isTyped ? undefined : '.ndjson';
}

interface Form {
  readonly formats: readonly FormatName[];
  readonly endings: string;
  readonly name: string;
}

const ROWS: Form = { formats: ['csv', 'xlsx'], endings: `.csv or ${WORKBOOK_ENDING}`, name: 'rows' };
/** Records of JSON need NDJSON: a cell cannot distinguish null from an empty value, or a number from its text. */
const RECORDS: Form = { formats: ['ndjson'], endings: '.ndjson', name: 'NDJSON' };

function columnsOf(layout: SourceLayout): string {
  return layout.format === 'records' ? '' : JSON.stringify(layout.header);
}
