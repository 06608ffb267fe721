/** Reads a file into the requests that would be sent: all steps of a command before it uses its target. */

import type { DraftOptions } from '../../../src/bulk/kinds/kind.ts';
import { KINDS } from '../../../src/bulk/kinds/kinds.ts';
import type { KindName } from '../../../src/bulk/kinds/names.ts';
import { draftKind } from '../../../src/bulk/kinds/read/draft-kind.ts';
import { createReport } from '../../../src/bulk/report/create-report.ts';
import { createLedger, maySend } from '../../../src/bulk/report/ledger.ts';
import { readInto } from '../../../src/bulk/run/read-all.ts';
import { ExamctlError } from '../../../src/errors.ts';
import { openInput } from '../../../src/input/open-input.ts';
import type { DraftSource, RejectedRow } from '../../../src/model/draft.ts';
import type { BulkReport } from '../../../src/model/report.ts';
import { toReportedError } from '../../../src/output/terminal/error-text.ts';

export type SentKind = Extract<KindName, 'users' | 'schedules'>;

export interface Sending {
  readonly report: BulkReport;
  readonly rejects: readonly RejectedRow[];
  /** The requests that would be sent. */
  readonly sent: readonly unknown[];
}

/** For schedules, a second file has the candidates. */
export async function wouldSend(
  kind: SentKind,
  [file = '', joined]: readonly string[],
  { skipInvalid = false, ...reading }: Partial<DraftOptions> & { readonly skipInvalid?: boolean } = {},
): Promise<Sending> {
  const ledger = createLedger();
  const sent: unknown[] = [];
  let stopped: { error: ReturnType<typeof toReportedError>; exitCode: number } | undefined;
  try {
    const sources = [await sourceOf(kind, file, joined, reading)];
    const valid: unknown[] = [];
    await readInto<unknown>(ledger, sources, KINDS[kind], ({ request }) => {
      if (request !== undefined) valid.push(request);
    });
    if (maySend(ledger, { skipInvalid })) sent.push(...valid);
  } catch (error) {
    if (!(error instanceof ExamctlError)) throw error;
    stopped = { error: toReportedError(error), exitCode: error.exitCode };
  }
  const details = { command: kind, run: null, target: null, dryRun: false, rehearsal: null };
  const report = createReport(ledger, { ...details, ...(stopped === undefined ? {} : { stopped }) });
  return { report, rejects: [...ledger.rejects], sent };
}

async function sourceOf(
  kind: SentKind,
  file: string,
  joined: string | undefined,
  reading: object,
): Promise<DraftSource> {
  const input = await openInput(file, {});
  const candidates = joined === undefined ? undefined : await openInput(joined, {});
  return draftKind(KINDS[kind], input, { mapping: new Map(), ...reading, candidates });
}
