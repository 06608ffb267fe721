/** The types between a bulk command and the pipeline. */

import type { DraftSource, ValidRequest } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { Counts, RecordResult } from '../../model/report.ts';
import type { Sending, Target } from '../../model/target.ts';
import type { Answer } from '../../platform/envelope.ts';
import type { AssessmentService, Effect } from '../../platform/service.ts';
import type { RunMode, RunRecord } from '../../runs/run-record.ts';
import type { KindChecks } from '../check/validate.ts';
import type { Ledger } from '../report/ledger.ts';
import type { DescribeChange } from '../report/results.ts';
import type { Guards } from './guards.ts';

/** The parts of a run that differ between commands. */
export interface BulkJob<R> {
  /** The input, opened. */
  readonly sources: readonly DraftSource[];
  readonly checks: KindChecks<R>;
  /** Sends a request. Calls the service synchronously, before any `await`. */
  readonly send: (service: AssessmentService, request: R) => Promise<Answer<unknown>>;
  /** Sends several records in one request. Absent if each record needs its own. */
  readonly together?: Sending<R> | undefined;
  /** Makes the watch of a run: it finds warnings about the plan, besides the warnings in the target's answers. */
  readonly watchPlan?: (target: Target) => PlanWatch<R> | undefined;
  /** Makes the requests that no row asks for, such as for missing users. Called when all keys are known. */
  readonly completeWith?: ((keys: ReadonlySet<string>, target: Target) => Promise<Completion<R>>) | undefined;
  /** Throws a GuardError if the plan exceeds the limits of the command, in a dry run too. */
  readonly checkPlan?: ((counts: Counts, dryRun: boolean) => void) | undefined;
  /** Asks whether to continue, once the plan is complete and before anything is sent. Throws if the answer is no. */
  readonly confirm?: ((planned: Pick<Ledger, 'counts' | 'findings'>) => Promise<void>) | undefined;
  /** For a target whose state cannot be read: tells whether this very request was sent last and accepted. */
  readonly knowsSent?: ((target: Target) => Promise<((record: ValidRequest<R>) => boolean) | undefined>) | undefined;
}

/** Changes beyond the rows of the file, and warnings about users that stay unchanged. */
export interface Completion<R> {
  readonly requests: readonly ValidRequest<R>[];
  readonly warnings: readonly Finding[];
}

/** Gets each request of the list with its effect. Returns its findings after the last one. */
export interface PlanWatch<R> {
  /** Gets the requests in batches, in the order of the list. */
  see(planned: readonly SeenRequest<R>[]): Promise<void> | void;
  findings(): Promise<readonly Finding[]>;
}

export interface SeenRequest<R> {
  readonly valid: ValidRequest<R>;
  readonly effect: Effect;
  /** Absent if the target was not asked: for a remote, and for a user that is then exactly as the request says. */
  readonly answer: Answer<unknown> | undefined;
}

export interface BulkOptions extends Guards {
  readonly dryRun: boolean;
  /** Whether the good records are sent although others are wrong. */
  readonly skipInvalid: boolean;
  /** The number of requests under way at once. They begin in the order of the plan and end in any order. */
  readonly concurrency: number;
  /** Once aborted, no request begins. Requests under way end normally. */
  readonly signal: AbortSignal;
  readonly mode: RunMode;
  readonly record: RunRecord;
  readonly describeChange: DescribeChange;
  readonly events: RunEvents;
}

/** Receives the progress of a run; `done` counts records of the stage. */
export interface RunEvents {
  readonly onStage: (stage: 'reading' | 'planning' | 'sending', total: number | undefined) => void;
  readonly onProgress: (done: number) => void;
  /** Called with each result as soon as it is certain; absent if nobody wants them before the report. */
  readonly onResult?: ((result: RecordResult) => void | Promise<void>) | undefined;
}
