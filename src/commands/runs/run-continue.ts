/** Resumes or retries a run: calls its command again, with its own options, and with what its record knows. */
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { type RunHeader, whyNotContinued } from '../../runs/record/lines.ts';
import { BY_KEY, BY_PLACE } from '../../runs/record/identities.ts';
import { recordPath } from '../../runs/record/list-records.ts';
import { type RecordState, readRunRecord } from '../../runs/record/read-record.ts';
import { lockRun, type RunLock } from '../../runs/record/run-lock.ts';
import type { BulkBase, BulkOutcome } from '../bulk/command.ts';
import { runsFolder } from '../record/run-records.ts';
import { restoreFlags } from '../record/saved-options.ts';
import type { BulkFlags } from '../options/bulk-options.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { type RemoteChoice, type TargetChoice, whereOf } from '../options/target-options.ts';

export interface ContinueOptions {
  readonly run: string;
  readonly mode: 'resume' | 'retry';
  readonly force: boolean;
  readonly flags: BulkFlags;
  readonly global: GlobalOptions;
  readonly target: TargetChoice;
  /** Whether the target was named now, or is to be that of the record. */
  readonly isTargetGiven: boolean;
  /** How a remote is to be spoken to from now on. */
  readonly remote: Omit<RemoteChoice, 'baseUrl'>;
}

/** The commands that leave records, by their names. */
const COMMANDS: Readonly<Record<string, (context: Context, output: Output, options: never) => Promise<BulkOutcome>>> = {
  'schedule push': async (...call) => (await import('../schedule/run-push.ts')).runPush(...call),
  'user sync': async (...call) => (await import('../user/run-sync.ts')).runSync(...call),
  'collection add': async (...call) => (await import('../collection/run-add.ts')).runAdd(...call),
  'invigilators remove': async (...call) => (await import('../invigilators/run-remove.ts')).runRemove(...call),
};

/** Holds the run's lock from before its record is read: what another process does meanwhile would not be known. */
export async function runContinue(context: Context, output: Output, options: ContinueOptions): Promise<BulkOutcome> {
  const path = recordPath(runsFolder(context.env), options.run);
  const lock = await lockRun(path, `runs ${options.mode}`);
  // In a file that has changed, rows may stand elsewhere.
  const matching = options.force ? BY_KEY : BY_PLACE;
  try {
    const state = await readRunRecord(path, matching);
    return await continueLocked(context, output, options, state, lock);
  } finally {
    lock.release();
  }
}

async function continueLocked(
  context: Context,
  output: Output,
  options: ContinueOptions,
  state: RecordState,
  lock: RunLock,
): Promise<BulkOutcome> {
  const { header } = state;
  const command = Object.hasOwn(COMMANDS, header.command) ? COMMANDS[header.command] : undefined;
  if (command === undefined) throw new UsageError(`Run ${options.run} has an unknown command: ${header.command}`);
  checkContinuable(state, options);
  const { run, mode, force, global } = options;
  const { remote, ...saved } = header.options as Record<string, unknown>;
  const base: BulkBase = {
    global,
    flags: restoreFlags(saved['flags'], options.flags),
    target: await chooseTarget(context, header, options, remote),
    continuing: { run, mode, state, force, lock, isDone: !force && isDone(state, mode) },
  };
  return command(context, output, { ...withoutUndefined(saved), ...base } as never);
}

/** Resume leaves failed records alone. Retry leaves alone records that were not begun or are in doubt. */
function isDone({ isSealed, counts }: RecordState, mode: ContinueOptions['mode']): boolean {
  return isSealed && (mode === 'retry' ? counts.failed === 0 : counts.open + counts.unknown === 0);
}

function checkContinuable({ header, isSealed }: RecordState, { run, mode }: ContinueOptions): void {
  const reason = whyNotContinued(header);
  if (reason !== undefined) {
    throw new UsageError(`Run ${run} cannot be resumed: ${reason}`, {
      hint: 'Run the command itself again; with --upsert what exists is updated.',
    });
  }
  if (!isSealed && mode === 'retry') throw new UsageError(`Run ${run} has sent nothing: there is nothing to retry`);
}

/** The same place as before, unless another one is named now; that one must be the same. */
async function chooseTarget(
  { identify, storeBackend }: Context,
  { target: { kind, where } }: RunHeader,
  { target, isTargetGiven, remote, run }: ContinueOptions,
  savedRemote: unknown,
): Promise<TargetChoice> {
  const now = whereOf(target);
  const isThere = async () =>
    target.kind === kind && (await identify({ kind, where: now })) === (await identify({ kind, where }));
  if (isTargetGiven && !(await isThere())) {
    throw new UsageError(`Run ${run} was sent to ${where}, not to ${now}`, {
      hint: 'Leave the target out to send there.',
    });
  }
  if (kind === 'remote') return { ...(savedRemote as typeof remote | undefined), ...remote, kind, baseUrl: where };
  if (!(await storeBackend(where).exists(where))) {
    throw new UsageError(`Run ${run} was sent to the store ${where}, which is not there any more`, {
      hint: 'If it was moved, run the command itself again there; with --upsert what exists is updated.',
    });
  }
  return {
    ...(target.kind === 'local' ? target : {}),
    kind,
    store: isTargetGiven && target.kind === 'local' ? target.store : where,
  };
}

function withoutUndefined(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== null));
}
