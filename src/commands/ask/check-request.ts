/** Checks a record before it is sent: against the contract, and by a dry run on the embedded engine. */
import { judgeOf } from '../../bulk/check/strictness.ts';
import type { SentKind } from '../../bulk/kinds/kind.ts';
import { createLedger, type Ledger } from '../../bulk/report/ledger.ts';
import type { BulkJob, BulkOptions, PlanWatch } from '../../bulk/run/bulk-job.ts';
import { readInto } from '../../bulk/run/read-all.ts';
import { runBulk } from '../../bulk/run/run-bulk.ts';
import type { DraftSource } from '../../model/draft.ts';
import { type Finding, isError } from '../../model/finding.ts';
import type { Target } from '../../model/target.ts';
import { type Path, parsePath } from '../../platform/problem.ts';
import type { Effect } from '../../platform/service.ts';
import { NO_RECORD } from '../../runs/run-record.ts';
import { createChangeDescriber } from '../bulk/change-text.ts';
import { jobOf, type OpenedJob } from '../bulk/command.ts';
import { watchTogether } from '../bulk/plan-watches.ts';
import type { BulkFlags } from '../options/bulk-options.ts';
import type { TargetCall } from '../options/target-options.ts';

interface RequestProblem extends Pick<Finding, 'message' | 'suggestion'> {
  readonly path: Path;
}

export interface RequestCheck {
  readonly problems: readonly RequestProblem[];
  readonly warnings: readonly Finding[];
  /** The effect of the request. Absent if it cannot be known: for a remote, or if the store cannot be read now. */
  readonly effect?: Effect | undefined;
}

/** The parts of the job that will send the record, where they are not those of its kind. */
export type Sending<R> = Pick<OpenedJob<R>, 'send' | 'watchPlan' | 'serviceOf'>;

/** Checks the records of a source, as the run will. The effect is that of the first. */
export async function checkRequest<R>(
  call: TargetCall<BulkFlags>,
  kind: SentKind<R>,
  source: DraftSource,
  sending: Sending<R> = {},
): Promise<RequestCheck> {
  const ledger = createLedger({ judge: judgeOf(call.flags) });
  const job = jobOf({ ...call, kind }, { ...sending, sources: [source] });
  // A store that cannot be opened now is reported later, when it is opened for writing.
  const target = await openForQuestions(call).catch(() => undefined);
  let effect: Effect | undefined;
  if (target === undefined) await readInto(ledger, job.sources, job.checks, () => {});
  else effect = await rehearse(call, job, target, ledger).finally(() => target.close());
  const [problems, warnings] = [ledger.findings.filter(isError), ledger.findings.filter((one) => !isError(one))];
  return {
    problems: problems.map(({ field, message, suggestion }) => ({ path: parsePath(field ?? ''), message, suggestion })),
    warnings,
    effect,
  };
}

/** Does a dry run into the ledger. Returns the effect of the first record. */
async function rehearse<R>(
  { context }: TargetCall,
  job: BulkJob<R>,
  target: Target,
  ledger: Ledger,
): Promise<Effect | undefined> {
  let effect: Effect | undefined;
  const watchEffect: PlanWatch<R> = {
    see: ([seen]) => {
      effect ??= seen?.effect;
    },
    findings: async () => [],
  };
  const watched: BulkJob<R> = { ...job, watchPlan: (at) => watchTogether(job.watchPlan?.(at), watchEffect) };
  const options: BulkOptions = {
    dryRun: true,
    skipInvalid: false,
    concurrency: 1,
    mode: 'new',
    record: NO_RECORD,
    signal: context.stopSignal(),
    describeChange: createChangeDescriber([], false),
    events: { onStage: () => {}, onProgress: () => {} },
  };
  await runBulk(watched, target, options, ledger);
  return effect;
}

/** Opens the embedded engine for questions, for reading; `undefined` for a remote. Throws for a wrong address. */
export async function openForQuestions({ context, target: choice }: TargetCall): Promise<Target | undefined> {
  if (choice.kind === 'remote') {
    await context.identify({ kind: 'remote', where: choice.baseUrl }, choice.insecureHttp === true);
    return undefined;
  }
  const signal = context.stopSignal();
  return context.openTarget({ ...choice, mode: 'read', command: 'questions', signal, onWarning: () => {} });
}
