/**
 * The files that the flags of a bulk command name: refused before the work where they could not be written, and written
 * after it. What cannot be written then keeps nothing else from being told: things may have been sent.
 */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BulkReport } from '../../bulk/model/report.ts';
import { EXIT_CODES, UsageError } from '../../errors.ts';
import { toReportedError } from '../../output/terminal/error-text.ts';
import { renderRejects } from '../../output/files/rejects.ts';
import { removeEarlierRejects } from '../../output/files/earlier-rejects.ts';
import { renderReportFile, reportKindOf } from '../../output/files/report-files.ts';
import type { TextParts } from '../../output/terminal/text-parts.ts';
import { refuseSpecialFile, writeFileAtomically } from '../../output/files/write-file.ts';
import type { BulkOutcome } from './command.ts';
import type { DeliveryOptions } from '../options/bulk-options.ts';
import { findCollisions } from './file-collisions.ts';

/** Refuses files that could not be written later: better before the work than after it. */
export async function checkDelivery(delivery: DeliveryOptions, reads: readonly string[]): Promise<void> {
  const { report = [], rejects } = delivery;
  for (const collision of (await findCollisions(delivery, reads)).values()) throw collision;
  for (const file of report) reportKindOf(file);
  for (const file of rejects === undefined ? report : [...report, rejects]) await checkPlace(file);
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
  /** Why files could not be written, one for each. */
  readonly failures: readonly unknown[];
}

/** Writes them all, whatever becomes of each. Rejects come first, so that the reports can tell what became of them. */
export async function writeDelivery(outcome: BulkOutcome, delivery: DeliveryOptions): Promise<WrittenFiles> {
  const { report = [], rejects } = delivery;
  const collisions = await findCollisions(delivery, outcome.reads);
  const failures: unknown[] = [];
  const attempt = async (file: string, work: () => Promise<void>): Promise<boolean> => {
    try {
      const collision = collisions.get(file);
      if (collision !== undefined) throw collision;
      await work();
      return true;
    } catch (failure) {
      // Where the flag itself is what stopped the command, that has been said already.
      if (!isTold(failure, outcome.report)) failures.push(failure);
      return false;
    }
  };
  const text = rejects === undefined ? undefined : renderRejects(outcome.layout, outcome.rejects);
  const hasRejects =
    rejects !== undefined && text !== undefined && (await attempt(rejects, () => write(rejects, text)));
  // What a stopped run would have rejected is unknown; and somebody may be fixing an earlier one's.
  if (rejects !== undefined && text === undefined && outcome.report.error === null) {
    await attempt(rejects, () => removeEarlierRejects(rejects));
  }
  for (const file of report) {
    await attempt(file, () =>
      write(file, renderReportFile(reportKindOf(file), withFailures(outcome.report, failures))),
    );
  }
  return { rejectsFile: hasRejects ? rejects : undefined, failures };
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

function isTold(failure: unknown, { error }: BulkReport): boolean {
  return error !== null && toReportedError(failure).message === error.message;
}

async function write(file: string, text: TextParts): Promise<void> {
  await checkPlace(file);
  await writeFileAtomically(file, text);
}
