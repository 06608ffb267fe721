/** `user sync`: does the work and gives the outcome. */
import type { PlanWatch } from '../../bulk/run/bulk-job.ts';
import { ownValue } from '../../base/own-value.ts';
import type { Finding } from '../../bulk/model/finding.ts';
import { staysDisabledFinding } from '../../bulk/check/kept-logins.ts';
import type { Context } from '../../context.ts';
import type { DraftSource } from '../../bulk/model/draft.ts';
import { type UserRequest, userResource } from '../../platform/resources/user.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { openLastSent, rememberedTarget, type LastSent } from '../../runs/last-sent.ts';
import type { Target } from '../../bulk/model/target.ts';
import { runsFolder } from '../record/run-records.ts';
import { userKind } from '../../bulk/kinds/users.ts';
import { askForSource } from '../ask/ask-to-send.ts';
import type { BulkCommand, BulkOutcome, OpenedJob } from '../bulk/command.ts';
import { runBulkCommand } from '../bulk/run.ts';
import { inputsOf, saveFlags } from '../record/saved-options.ts';
import { openReopenable, openSources } from '../read/open-sources.ts';
import { UsageError } from '../../errors.ts';
import { checkMayDisable, disableMissing, engineOnly, isMissing, refuseRejects } from './missing-users.ts';
import type { SyncOptions } from './sync-options.ts';

export function runSync(context: Context, output: Output, options: SyncOptions): Promise<BulkOutcome> {
  return runBulkCommand(context, output, {
    ...options,
    name: 'user sync',
    kind: userKind,
    ...(options.missing === 'disable' ? { keyField: userKind.keyFields[0], isMissing } : {}),
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

async function openJob(context: Context, output: Output, options: SyncOptions): Promise<OpenedJob<UserRequest>> {
  const { missing, maxMissing, returning, target } = options;
  if (missing === 'disable') checkMayDisable(output, options);
  else if (maxMissing !== undefined) throw new UsageError('--max-missing needs --missing disable');
  if (returning !== undefined && target.kind === 'remote') throw engineOnly('--returning enable');
  return {
    ...(await openReopenable(filesOf(options), () => openUsers(context, output, options))),
    send:
      returning === 'enable'
        ? async (service, request, at) => service.saveUser(await enableReturning(request, at))
        : undefined,
    watchPlan: watchDisabled,
    openMemory: (target) => openMemory(context, target, options.full),
    ...(missing === 'disable' ? disableMissing(context, output, options) : {}),
  };
}

/** The embedded engine is compared with as it is; of a remote only what it was sent is known. */
async function openMemory({ env }: Context, target: Target, full: boolean): Promise<LastSent<UserRequest> | undefined> {
  const remembered = rememberedTarget(target);
  if (remembered === undefined) return undefined;
  const memory = await openLastSent<UserRequest>(runsFolder(env), remembered, ({ ExternalId }) => String(ExternalId));
  // What is sent anyway is remembered too: later runs use it.
  return full ? { ...memory, isKnown: () => false } : memory;
}

function filesOf({ file }: SyncOptions): string[] {
  return file === undefined ? [] : [file];
}

async function openUsers(context: Context, output: Output, options: SyncOptions): Promise<readonly DraftSource[]> {
  const { file, flags } = options;
  if (file === undefined) return [await askForUser(context, output, options)];
  const sources = await openSources(context, output, userKind, { files: [file], flags });
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

/** The answer of a rehearsal tells the user as it would be stored. */
function watchDisabled(): PlanWatch<UserRequest> {
  const warnings: Finding[] = [];
  return {
    see: ({ draft, request }, _, answer) => {
      const stored = ownValue(answer?.envelope.Content, 'User');
      const staysDisabled = request.DisableLogin === undefined && ownValue(stored, 'DisableLogin') === true;
      if (staysDisabled) warnings.push(staysDisabledFinding(draft));
    },
    findings: async () => warnings,
  };
}

/** The row's own value comes first. */
async function enableReturning(request: UserRequest, { users }: Target): Promise<UserRequest> {
  if (request.DisableLogin !== undefined || !request.ExternalId) return request;
  const stored = await users?.find(request.ExternalId);
  return stored?.DisableLogin === true ? { ...request, DisableLogin: false } : request;
}
