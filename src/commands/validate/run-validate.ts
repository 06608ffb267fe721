/** Executes `validate`: reads and checks records. It keeps only findings, so files can be of any size. */

import { judgeOf } from '../../bulk/check/strictness.ts';
import type { KindChecks } from '../../bulk/check/validate.ts';
import type { Kind } from '../../bulk/kinds/kind.ts';
import { createReport } from '../../bulk/report/create-report.ts';
import { createLedger } from '../../bulk/report/ledger.ts';
import { readInto } from '../../bulk/run/read-all.ts';
import type { SourceLayout } from '../../model/draft.ts';
import { createProgress } from '../../output/terminal/progress.ts';
import { type BulkOutcome, stopOf } from '../bulk/command.ts';
import { checkOutputFiles, layoutOf } from '../bulk/output-files.ts';
import { CHECKED_FLAGS, type ReadOptions, type ReportOptions } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import { asArgument, nextCommand, wordsGiven } from '../options/words.ts';
import { checkJoin, filesOf, openSources } from '../read/open-sources.ts';
import { filesRead, isStandardInput } from '../read/protected-files.ts';

export interface CheckFlags extends ReadOptions, ReportOptions {
  readonly candidates?: string | undefined;
  readonly workflow?: string | undefined;
}

export interface CheckOptions extends Call<CheckFlags> {
  readonly files: readonly string[];
}

export async function runValidate(kind: Kind<unknown>, options: CheckOptions): Promise<BulkOutcome> {
  const { files, flags } = options;
  const { candidates, workflow } = flags;
  const reads = filesRead({ ...options, files: filesOf(...files, candidates) });
  if (reads.some(isStandardInput)) options.output.takeInput();
  const ledger = createLedger({
    countCandidates: kind.countCandidates,
    judge: judgeOf(flags),
    keepsRejects: flags.rejects !== undefined,
  });
  let layout: SourceLayout | undefined;
  let stopped: unknown;
  // The rows of schedules are grouped while the files are opened.
  const progress = createProgress(options.output, { label: `checking ${kind.words.many}` });
  try {
    await checkOutputFiles(flags, reads, options.global.format);
    checkJoin(files, candidates);
    const sources = await openSources(options, kind, { files, candidates, workflow });
    layout = layoutOf(sources, flags.rejects);
    await readInto(ledger, sources, checksOf(kind, options), () => progress.update(ledger.counts.read));
  } catch (error) {
    stopped = error;
  } finally {
    progress.stop();
  }
  const command = `validate ${kind.words.many}`;
  const nowhere = { run: null, target: null, dryRun: false, rehearsal: null, accepted: flags.accept };
  return {
    report: createReport(ledger, { command, ...nowhere, stopped: stopOf(stopped) }),
    tally: ledger.tally,
    words: kind.words,
    rejects: ledger.rejects,
    layout,
    reads,
    canContinue: false,
    hasListErrors: ledger.fileErrors > 0,
    sendCommands: sendCommands(kind, options),
    error: stopped,
  };
}

function checksOf(kind: Kind<unknown>, { context, flags }: CheckOptions): KindChecks<unknown> {
  return {
    ...kind,
    now: context.now,
    judge: judgeOf(flags),
    checkForm: (request: unknown) => kind.checkForm(request, flags.workflow),
  };
}

/** The commands that would send the checked files, with the same flags, for the user to copy. */
function sendCommands(kind: Kind<unknown>, options: CheckOptions): string[] {
  const { files } = options;
  return kind
    .sendCommands(files.map(asArgument))
    .map((words) => nextCommand([...words, ...wordsGiven(options, CHECKED_FLAGS), '--dry-run'], options));
}
