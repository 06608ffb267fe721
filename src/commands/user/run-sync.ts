/** `user sync`: does the work and gives the outcome. */
import type { Context } from '../../context.ts';
import type { DraftSource } from '../../bulk/model/draft.ts';
import { type UserRequest, userResource } from '../../platform/resources/user.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { openSentMemory, rememberedTarget, type SentMemory } from '../../runs/last-sent.ts';
import type { Target } from '../../bulk/model/target.ts';
import { runsFolder } from '../record/run-records.ts';
import type { BulkJob } from '../../bulk/run/bulk-job.ts';
import { withRules } from '../../bulk/report/partial-errors.ts';
import { userChecks } from '../../bulk/check/kinds.ts';
import { askForSource } from '../ask/ask-to-send.ts';
import type { BulkCommand, BulkOutcome } from '../bulk/command.ts';
import { runBulkCommand } from '../bulk/run.ts';
import { inputsOf, saveFlags } from '../record/saved-options.ts';
import { openSources, openTwice, readConversion, readMapping } from '../read/open-sources.ts';
import { draftKind } from '../read/record-kinds.ts';
import { UsageError } from '../../errors.ts';
import { checkMayDisable, disableMissing, engineOnly, isMissing, refuseRejects } from './missing-users.ts';
import { enableReturning, warnOfDisabled } from './returning-users.ts';
import type { SyncOptions } from './sync-options.ts';

export function runSync(context: Context, output: Output, options: SyncOptions): Promise<BulkOutcome> {
  return runBulkCommand<UserRequest>(context, output, {
    ...options,
    name: 'user sync',
    noun: 'users',
    resources: [userResource],
    ...(options.missing === 'disable' ? { keyField: 'ExternalId', isMissing } : {}),
    inputs: inputsOf(filesOf(options), options.flags),
    saved: saveOptions(options),
    leavesNothingToDo: acceptsUpdates,
    openJob: () => openJob(context, output, options),
  });
}

function saveOptions({ file, missing, maxMissing, returning, full, flags }: SyncOptions): BulkCommand<never>['saved'] {
  return { file, missing, maxMissing, returning, full, flags: saveFlags(flags) };
}

/** Whether users who exist may be sent again, as the platform's setting UserMode has it: one of them is tried. */
async function acceptsUpdates({ users, rehearse }: Target): Promise<boolean> {
  if (users === undefined || rehearse === undefined) return false;
  for await (const { ExternalId, FirstName, LastName } of users.list()) {
    const rehearsal = rehearse();
    const { answer } = await rehearsal.begin((service) => service.saveUser({ ExternalId, FirstName, LastName }))();
    rehearsal.end();
    return answer.envelope.Success;
  }
  return false;
}

async function openJob(context: Context, output: Output, options: SyncOptions): Promise<BulkJob<UserRequest>> {
  const { missing, maxMissing, returning, target } = options;
  if (missing === 'disable') checkMayDisable(output, options);
  else if (maxMissing !== undefined) throw new UsageError('--max-missing needs --missing disable');
  if (returning !== undefined && target.kind === 'remote') throw engineOnly('--returning enable');
  return {
    ...(await openTwice(filesOf(options), () => openUsers(context, output, options))),
    checks: userChecks,
    send: async (service, request, at) =>
      withRules(
        'saveUser',
        await service.saveUser(returning === 'enable' ? await enableReturning(request, at) : request),
      ),
    warnOf: warnOfDisabled,
    openMemory: (target) => openMemory(context, target, options.full),
    ...(missing === 'disable' ? disableMissing(context, output, options) : {}),
  };
}

/** The embedded engine is compared with as it is; of a remote only what it was sent is known. */
async function openMemory(
  { env }: Context,
  target: Target,
  full: boolean,
): Promise<SentMemory<UserRequest> | undefined> {
  const remembered = rememberedTarget(target);
  if (remembered === undefined) return undefined;
  const memory = await openSentMemory<UserRequest>(runsFolder(env), remembered, ({ ExternalId }) => String(ExternalId));
  // What is sent anyway is remembered too: later runs use it.
  return full ? { ...memory, isKnown: () => false } : memory;
}

function filesOf({ file }: SyncOptions): string[] {
  return file === undefined ? [] : [file];
}

async function openUsers(context: Context, output: Output, options: SyncOptions): Promise<readonly DraftSource[]> {
  const { file, flags } = options;
  if (file === undefined) return [await askForUser(context, output, options)];
  const [conversion, mapping] = [await readConversion(flags), await readMapping(flags)];
  const sources = await openSources([file], flags, context, output, (input) =>
    draftKind('users', input, conversion, mapping),
  );
  return options.missing === 'disable' ? refuseRejects(sources) : sources;
}

function askForUser(context: Context, output: Output, { global, target, flags }: SyncOptions): Promise<DraftSource> {
  return askForSource(
    context,
    output,
    {
      global,
      target,
      dryRun: flags.dryRun === true,
      resource: userResource,
      given: {},
      alsoRequired: ['ExternalId'],
      missing: 'FILE is missing: name a file of users',
      hint: 'examctl user sync users.csv --dry-run',
    },
    (request) => ({ key: String(request['ExternalId']), request }),
  );
}
