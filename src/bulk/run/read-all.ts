/** The first half of a run: reads and validates the input. A run on the engine decides each record while the rest is read. */
import { setImmediate } from 'node:timers/promises';
import { counted } from '../../base/text/counted.ts';
import { GuardError, InterruptedError } from '../../errors.ts';
import type { DraftSource, ValidRequest } from '../../model/draft.ts';
import type { Target } from '../../model/target.ts';
import { createValidation, type KindChecks, type ValidatedDraft } from '../check/validate.ts';
import { type Ledger, maySend } from '../report/ledger.ts';
import type { BulkJob, BulkOptions } from './bulk-job.ts';

/** After so many records, signals and the timers of the progress have their turn: drafts may need no wait of their own. */
const READ_BEFORE_OTHERS = 500;

/** Reads and checks all drafts, and accounts for every line at the end. */
export async function readInto<R>(
  ledger: Ledger,
  sources: readonly DraftSource[],
  checks: KindChecks<R>,
  onRead: (read: ValidatedDraft<R>) => Promise<void> | void,
): Promise<void> {
  const { check, finish } = createValidation(checks);
  for (const source of sources) ledger.addSource(source);
  for (const source of sources) {
    for await (const draft of source.drafts) {
      const read = check(source, draft);
      ledger.addRead(read);
      const taken = onRead(read);
      if (taken !== undefined) await taken;
      if (ledger.counts.read % READ_BEFORE_OTHERS === 0) await setImmediate();
    }
  }
  for (const finding of finish()) ledger.addFinding(finding);
  for (const { late } of sources) for (const finding of late?.() ?? []) ledger.addFinding(finding);
  ledger.lines.check();
}

/** Stops a run before its first request, if nothing has to be finished or resumed. */
export function stopIfAsked(signal: AbortSignal): void {
  if (signal.aborted) throw InterruptedError.by(signal);
}

/** Returns the requests that no row asks for. Throws a GuardError if it is not certain who is in the file. */
export async function complete<R>(
  { completeWith }: BulkJob<R>,
  target: Target,
  { skipInvalid }: BulkOptions,
  ledger: Ledger,
): Promise<readonly ValidRequest<R>[]> {
  if (completeWith === undefined) return [];
  const doubt = doubtOf(ledger);
  if (doubt !== undefined) {
    if (maySend(ledger, { skipInvalid })) throw doubt;
    // Nothing is sent in any case, and a dry run ends with the errors of the input as the run does.
    return [];
  }
  const { requests, warnings } = await completeWith(ledger.keys, target);
  for (const warning of warnings) ledger.addFinding(warning);
  return requests;
}

/** The error if it is not certain who is in the file. */
function doubtOf({ counts, doubtful }: Ledger): GuardError | undefined {
  if (counts.read === 0) return new GuardError('The file has no records: all users would count as missing');
  if (doubtful === 0) return undefined;
  const rows = counted(doubtful, 'row is wrong', 'rows are wrong');
  return new GuardError(`${rows}, so it is not known which users the file has: some would count as missing`, {
    hint: 'Fix the ids first (--rejects FILE lists the rows).',
  });
}
