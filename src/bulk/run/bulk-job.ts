/** What a bulk command gives to the pipeline, and what it receives from it. */

import type { DraftSource } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { Counts, RecordResult } from '../../model/report.ts';
import type { Sending, Target } from '../../model/target.ts';
import type { Answer } from '../../platform/envelope.ts';
import type { AssessmentService, Effect } from '../../platform/service.ts';
import type { LastSent } from '../../runs/last-sent.ts';
import type { RunMode, RunRecord } from '../../runs/run-record.ts';
import type { KindChecks } from '../check/validate.ts';
import type { DescribeChange } from '../report/results.ts';
import type { Guards } from './guards.ts';
import type { ValidRequest } from './valid-requests.ts';

/** What a bulk command adds. */
export interface BulkJob<R> {
  /** The input, opened. */
  readonly sources: readonly DraftSource[];
  /** Opens the same input again, from its beginning; absent where it can be read only once. */
  readonly reopen?: (() => Promise<readonly DraftSource[]>) | undefined;
  readonly checks: KindChecks<R>;
  /** Asks the service before it waits for anything. */
  readonly send: (service: AssessmentService, request: R) => Promise<Answer<unknown>>;
  /** Where one request can carry several records. */
  readonly together?: Sending<R> | undefined;
  /** Made for a run: warnings about what the plan would do, beside those of the target's answers. */
  readonly watchPlan?: (target: Target) => PlanWatch<R> | undefined;
  /** Requests that no row asks for, but what the file does not have: made when all its keys are known. */
  readonly completeWith?: ((keys: ReadonlySet<string>, target: Target) => Promise<Completion<R>>) | undefined;
  /** Throws a GuardError where the plan, rehearsed or not, goes beyond what the command may do. */
  readonly checkPlan?: ((counts: Counts) => void) | undefined;
  /** Asks whether to continue, once the plan stands and before anything is sent; throws where the answer is no. */
  readonly confirm?: ((counts: Counts) => Promise<void>) | undefined;
  /** What the target was last sent; for targets that cannot be asked. */
  readonly openMemory?: (target: Target) => Promise<LastSent<R> | undefined>;
}

/** Changes beyond the rows of the file, and warnings about what stays. */
export interface Completion<R> {
  readonly requests: readonly ValidRequest<R>[];
  readonly warnings: readonly Finding[];
}

/** Sees each request with what it would do; its findings are asked for when it has seen all. */
export interface PlanWatch<R> {
  /** Gets the requests in batches, in the order of the list. */
  see(planned: readonly SeenRequest<R>[]): Promise<void> | void;
  findings(): Promise<readonly Finding[]>;
}

export interface SeenRequest<R> {
  readonly valid: ValidRequest<R>;
  readonly effect: Effect;
  /** Absent where none was asked for: of a remote, and of a user who then is as the request says. */
  readonly answer: Answer<unknown> | undefined;
}

export interface BulkOptions extends Guards {
  readonly dryRun: boolean;
  /** Send the good records although others are wrong. */
  readonly skipInvalid: boolean;
  readonly concurrency: number;
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
  /** Called with each result as soon as it is certain; absent where nobody wants them before the report. */
  readonly onResult?: ((result: RecordResult) => void | Promise<void>) | undefined;
}
