/** Resumes or retries a run: calls its command again, with its saved options and the state of its record. */
import { ownValue } from '../../base/own-value.ts';
import type { KindName } from '../../bulk/kinds/names.ts';
import { UsageError } from '../../errors.ts';
import { type RunHeader, whyNotContinued } from '../../runs/record/lines.ts';
import { findRunId, recordPath } from '../../runs/record/list-records.ts';
import { type RecordState, readRunRecord } from '../../runs/record/read-record.ts';
import { lockRun, type RunLock } from '../../runs/record/run-lock.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import type { BulkBase, BulkCommandName, BulkOutcome, RunBulk } from '../bulk/command.ts';
import { restoreFlags } from '../bulk/open-run-record.ts';
import { withMapping } from '../mapping/known-mappings.ts';
import type { BulkFlags } from '../options/bulk-options.ts';
import {
  readRemoteOptions,
  type TargetCall,
  type TargetChoice,
  type TargetFlags,
  whereOf,
} from '../options/target-options.ts';
import { addressOf, placeOf, runsFolder, wasSentTo } from '../target/runs-there.ts';

export interface ContinueFlags extends BulkFlags, TargetFlags {
  readonly force?: true | undefined;
}

export interface ContinueOptions extends TargetCall<ContinueFlags> {
  readonly run: string;
  readonly mode: 'resume' | 'retry';
}

/** The kind of record that each command sends, and its work. */
const COMMANDS: Readonly<Record<BulkCommandName, readonly [kind: KindName, run: RunBulk<never>]>> = {
  'schedule push': ['schedules', async (options) => (await import('../schedule/run-push.ts')).runPush(options)],
  'user sync': ['users', async (options) => (await import('../user/run-sync.ts')).runSync(options)],
  'collection add': ['collections', async (options) => (await import('../collection/run-add.ts')).runAdd(options)],
  'invigilators remove': [
    'invigilators',
    async (options) => (await import('../invigilators/run-remove.ts')).runRemove(options),
  ],
};

/** Locks the run before it reads the record, so that no other process changes the record in between. */
export async function runContinue(given: ContinueOptions): Promise<BulkOutcome> {
  const { context, mode } = given;
  const folder = runsFolder(context.env);
  const options = { ...given, run: await findRunId(folder, given.run) };
  const path = recordPath(folder, options.run);
  const lock = await lockRun(path, `runs ${mode}`);
  try {
    return await continueLocked(options, await readRunRecord(path), lock);
  } finally {
    lock.release();
  }
}

async function continueLocked(options: ContinueOptions, state: RecordState, lock: RunLock): Promise<BulkOutcome> {
  const { context, output, global, run, mode } = options;
  const { header } = state;
  if (!isCommand(header.command)) throw new UsageError(`Run ${run} has an unknown command: ${header.command}`);
  if (mode === 'resume' && header.target.kind === 'local') {
    throw new UsageError(`Run ${run} has nothing to resume: a run on a store is done, or it has changed nothing`, {
      hint: 'Run the command itself again: what the store has already stays as it is.',
    });
  }
  checkContinuable(state, options);
  const force = options.flags.force === true;
  const { remote, database, profile, ...saved } = header.options as Record<string, unknown>;
  const target = await chooseTarget(options, header, { remote, database });
  const done = !force && isDone(state, mode);
  const [kind, execute] = COMMANDS[header.command];
  const base: BulkBase = {
    context,
    output,
    global,
    settings: settingsOf(options, profile),
    given: givenWithStore(options, target),
    flags: await withMapping({ ...options, flags: restoreFlags(saved['flags'], options.flags) }, kind),
    target,
    continuing: { run, mode, state, force, lock, isDone: done },
  };
  return execute({ ...withoutUndefined(saved), ...base } as never);
}

function isCommand(name: string): name is BulkCommandName {
  return Object.hasOwn(COMMANDS, name);
}

/**
 * The settings with the profile of the run, its token and its protection. The call may name another profile only where
 * that of the run is not there any more: the run sends to the target of its own.
 */
function settingsOf({ context: { env }, global, settings, run }: ContinueOptions, profile: unknown): Settings {
  if (typeof profile !== 'string' || global.profile === profile) return settings;
  if (global.profile === undefined)
    return readSettings({ env, flags: new Map([['profile', profile]]), origin: `run ${run}` });
  const { project, user } = settings.files;
  if (![project, user].some((file) => file?.profiles.has(profile))) return settings;
  const [made, named] = [profile, global.profile].map((name) => JSON.stringify(name));
  throw new UsageError(`Run ${run} was made with the profile ${made}, not with ${named}`, {
    hint: 'Leave --profile out: the run has its own.',
  });
}

/** The flags of the call, and the store of the run where neither they nor the settings name it. */
function givenWithStore({ given, settings }: ContinueOptions, target: TargetChoice): BulkBase['given'] {
  if (target.kind === 'remote' || settings.findEvenIfExcluded('store')?.value === target.store) return given;
  return [
    ...given.filter(({ flag }) => flag !== '--store' && flag !== '--tenant'),
    { flag: '--store', words: ['--store', target.store] },
  ];
}

/** Whether nothing is left to do. Resume sends no failed records; retry sends only failed ones. */
function isDone({ isSealed, counts }: RecordState, mode: ContinueOptions['mode']): boolean {
  return isSealed && (mode === 'retry' ? counts.failed === 0 : counts.open + counts.unknown === 0);
}

function checkContinuable(state: RecordState, { run, mode }: ContinueOptions): void {
  const { header, isSealed } = state;
  const reason = whyNotContinued(header);
  if (reason !== undefined) {
    if (isDone(state, mode)) {
      const hint = `Its report cannot be made again: ${reason}.`;
      throw new UsageError(`Run ${run} has nothing left to ${mode}`, { hint });
    }
    const verb = mode === 'retry' ? 'retried' : 'resumed';
    throw new UsageError(`Run ${run} cannot be ${verb}: ${reason}`, { hint: `${againHint(header)}.` });
  }
  if (!isSealed && mode === 'retry') throw new UsageError(`Run ${run} has sent nothing: there is nothing to retry`);
}

function againHint({ options }: RunHeader, where = ''): string {
  const more = ownValue(options, 'upsert') === false ? '; with --upsert what exists is updated' : '';
  return `Run the command itself again${where}${more}`;
}

/** The target of the run. If the call names a target, it must be the same place. */
async function chooseTarget(
  { context, flags, target, run }: ContinueOptions,
  header: RunHeader,
  saved: { readonly remote: unknown; readonly database: unknown },
): Promise<TargetChoice> {
  const { kind, where } = header.target;
  const isTargetGiven = flags.store !== undefined || flags.baseUrl !== undefined;
  // A store that only the settings name is not asked for its id: it may be another one, which cannot be reached.
  const findPlace = async () =>
    isTargetGiven ? placeOf({ context, target }) : { address: await addressOf({ context, target }) };
  const isSameTarget = target.kind === kind && (await wasSentTo(await findPlace(), header, context));
  if (isTargetGiven && !isSameTarget) {
    throw new UsageError(`Run ${run} was sent to ${where}, not to ${whereOf(target)}`, {
      hint: 'Leave --store and --base-url out to send there.',
    });
  }
  if (kind === 'remote') {
    const remote = { ...Object(saved.remote), ...withoutUndefined(readRemoteOptions(flags)) };
    return { ...remote, kind, baseUrl: where };
  }
  // The call may name another user of the database, or another password file.
  const ofRun = typeof saved.database === 'string' ? saved.database : where;
  const store = target.kind === 'local' && isSameTarget ? target.store : ofRun;
  if (!(await context.storeBackend(store).exists(store))) {
    throw new UsageError(`Run ${run} was sent to the store ${where}, which is not there any more`, {
      hint: `${againHint(header, ' where it was moved to')}.`,
    });
  }
  return target.kind === 'local' ? { ...target, store } : { kind, store };
}

function withoutUndefined(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== null));
}
