/** The one pipeline of all bulk commands: read, validate, plan, keep or send, report. A dry run stops after the plan. */
import type { Target } from '../../model/target.ts';
import type { Ledger } from '../report/ledger.ts';
import type { BulkJob, BulkOptions } from './bulk-job.ts';
import { runOnEngine } from './embedded-run.ts';
import { runOnRemote } from './remote-run.ts';

/**
 * Runs the pipeline and fills the ledger as it goes, so that a stopped run can be reported too. Throws the error that
 * stops it: of a guard, an unreadable file, or a target that breaks down.
 */
export async function runBulk<R>(job: BulkJob<R>, target: Target, options: BulkOptions, ledger: Ledger): Promise<void> {
  const run = { job, target, options, ledger };
  return target.planner === undefined ? runOnRemote(run) : runOnEngine(run, target.planner);
}
