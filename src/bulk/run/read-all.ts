/** The first half of a run: what it is given, read and validated, before anything is planned. */
import { GuardError, InterruptedError } from '../../errors.ts';
import { validateDrafts } from '../check/validate.ts';
import type { BulkJob, BulkOptions } from './bulk-job.ts';
import type { Ledger } from '../report/ledger.ts';
import type { Target } from '../model/target.ts';
import { type Collector, createCollector, type ValidRequest } from './valid-requests.ts';

/** Reads and validates everything before anything is planned: one error and nothing is sent. */
export async function readAll<R>(
  { sources, reopen, checks }: BulkJob<R>,
  { events, signal }: BulkOptions,
  ledger: Ledger,
): Promise<Collector<R>> {
  events.onStage('reading', undefined);
  for (const source of sources) ledger.addSource(source);
  const valid = createCollector(reopen, checks.checkForm);
  for await (const { draft, findings, leftOut, request } of validateDrafts(sources, checks)) {
    stopIfAsked(signal);
    ledger.addRead(draft, findings, request !== undefined, leftOut);
    valid.add(draft, request);
    events.onProgress(ledger.counts.read);
  }
  ledger.lines.check();
  return valid;
}

/** Before the first request there is nothing to finish and nothing to resume. */
export function stopIfAsked({ aborted, reason }: AbortSignal): void {
  if (aborted) throw new InterruptedError(reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT', 'Interrupted');
}

/** The requests that no row asks for; a GuardError where it is not certain who is in the file. */
export async function complete<R>(
  { completeWith }: BulkJob<R>,
  target: Target,
  { skipInvalid, mode, record }: BulkOptions,
  ledger: Ledger,
): Promise<readonly ValidRequest<R>[]> {
  if (completeWith === undefined) return [];
  if (ledger.counts.read === 0) {
    throw new GuardError('The file has no records: everybody would be missing from it');
  }
  if (ledger.doubtful > 0) {
    if (skipInvalid) throw inDoubt(ledger.doubtful);
    return [];
  }
  const { requests, warnings } = await completeWith(ledger.keys, target);
  for (const warning of warnings) ledger.addWarning(warning);
  // In a resumed run, the question did not cover users who were added since.
  return mode === 'new' ? requests : requests.filter(({ draft }) => record.mayIntend(draft));
}

function inDoubt(count: number): GuardError {
  const rows = count === 1 ? '1 row is wrong, and it is' : `${count} rows are wrong, and it is`;
  return new GuardError(`${rows} not certain whom the file means there: they would count as missing from it`, {
    hint: 'Fix the ids first (--rejects FILE lists the rows).',
  });
}
