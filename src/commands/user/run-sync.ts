/** Executes `user sync` and returns its outcome. */

import { toFinding } from '../../bulk/check/findings.ts';
import { PEOPLE } from '../../bulk/check/identity/people.ts';
import { staysDisabledFinding } from '../../bulk/check/kept-logins.ts';
import { userKind } from '../../bulk/kinds/users.ts';
import type { PlanWatch } from '../../bulk/run/bulk-job.ts';
import { UsageError } from '../../errors.ts';
import type { Draft, DraftSource } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import { problem, USER_KEEPS } from '../../platform/problem.ts';
import type { UserContent, UserRequest } from '../../platform/resources/user.ts';
import { askForRecord } from '../ask/ask-for-record.ts';
import { equivalentOfRecord } from '../ask/equivalent.ts';
import type { Sending } from '../ask/record-form.ts';
import type { Asked, BulkOutcome, OpenedJob } from '../bulk/command.ts';
import { watchPeople, watchTogether } from '../bulk/plan-watches.ts';
import { runBulkCommand } from '../bulk/run-command.ts';
import { filesOf, openSources, readConversion } from '../read/open-sources.ts';
import { findUser } from '../target/known-entries.ts';
import { createMemoryOf } from '../target/runs-there.ts';
import {
  checkMayDisable,
  disableMissing,
  engineOnly,
  isMissing,
  type MissingOptions,
  refuseRejects,
} from './missing-users.ts';

export interface SyncOptions extends MissingOptions {
  /** The treatment of disabled users whose row has no `DisableLogin`. By default they are reported. */
  readonly returning?: 'enable' | undefined;
  /** Whether the memberships of a row replace those of the user. */
  readonly replaceMemberships?: true | undefined;
  /** Whether a remote gets all users, also those that were sent before. */
  readonly full: boolean;
}

export async function runSync(options: SyncOptions): Promise<BulkOutcome> {
  const { file, missing, maxMissing, returning, replaceMemberships, full } = options;
  const disables = missing === 'disable';
  return runBulkCommand({
    ...options,
    name: 'user sync',
    remembers: { requests: true, people: PEOPLE.users },
    kind: userKind,
    keyField: disables ? userKind.keyFields[0] : undefined,
    isMissing: disables ? isMissing : undefined,
    files: filesOf(file),
    saved: { file, missing, maxMissing, returning, replaceMemberships, full },
    openJob: (asked) => openJob(options, asked),
  });
}

async function openJob(options: SyncOptions, asked: Asked): Promise<OpenedJob<UserRequest>> {
  const { missing, maxMissing, returning, replaceMemberships, target } = options;
  if (missing === 'disable') checkMayDisable(options);
  else if (maxMissing !== undefined) throw new UsageError('--max-missing needs --missing disable');
  const openMemory = createMemoryOf(options, ['user sync', 'schedule push']);
  if (returning !== undefined && target.kind === 'remote') throw engineOnly('--returning enable');
  if (replaceMemberships && target.kind === 'remote') throw engineOnly('--replace-memberships');
  let listed: ReadonlySet<string> | undefined;
  // The list is not about the other values of users whom it does not have.
  const forMissing = new WeakSet<UserRequest>();
  const sending: Sending<UserRequest> = {
    send: (service, request) =>
      service.saveUser(request, forMissing.has(request) ? {} : { returning, replaceMemberships, listed }),
    watchPlan: (at) =>
      watchTogether(
        watchDisabled(),
        watchPeople(PEOPLE.users, at, openMemory),
        at.kind === 'remote' ? watchUntold(() => listed) : undefined,
      ),
  };
  const sources = await openUsers(options, sending, asked);
  const isWhole = missing === 'disable' || sources.some((source) => source.isWhole);
  if (isWhole) listed = new Set(sources.flatMap((source) => [...(source.listed ?? [])]));
  return {
    ...sending,
    sources,
    knowsSent: async (at) => {
      const memory = await openMemory(at);
      return memory && ((record) => !options.full && memory.isKnown(record));
    },
    ...(missing === 'disable' ? disableMissing(options, asked, forMissing) : {}),
  };
}

async function openUsers(
  options: SyncOptions,
  sending: Sending<UserRequest>,
  asked: Asked,
): Promise<readonly DraftSource[]> {
  const { file, missing } = options;
  if (file === undefined) return [await askForUser(options, sending, asked)];
  const sources = await openSources(options, userKind, { files: [file] });
  return missing === 'disable' ? refuseRejects(sources) : sources;
}

/** Asks for one user at a terminal. For an existing user, the values of the platform are offered. */
async function askForUser(call: SyncOptions, sending: Sending<UserRequest>, asked: Asked): Promise<DraftSource> {
  const { request, source } = await askForRecord(call, userKind, {
    sending,
    conversion: await readConversion(call.flags),
    find: findUser(call),
    asked,
    missing: `FILE is missing: name a file of ${userKind.words.many}`,
    hint: 'examctl user sync users.csv --dry-run',
  });
  asked.equivalent = equivalentOfRecord(call, ['user', 'sync'], request);
  return source;
}

/** Warns about users who stay disabled. The answers of a rehearsal contain the users as they would be stored. */
function watchDisabled(): PlanWatch<UserRequest> {
  const warnings: Finding[] = [];
  return {
    see: (planned) => {
      for (const { valid, answer } of planned) {
        if (!answer?.envelope.Success || valid.request.DisableLogin !== undefined) continue;
        const { User } = answer.envelope.Content as UserContent;
        if (User.DisableLogin === true) warnings.push(staysDisabledFinding(valid.draft));
      }
    },
    findings: async () => warnings,
  };
}

/** Notes at the first user of a whole list that a remote may keep what the list does not have. */
function watchUntold(listed: () => ReadonlySet<string> | undefined): PlanWatch<UserRequest> {
  let first: Draft | undefined;
  return {
    see: ([seen]) => {
      first ??= seen?.valid.draft;
    },
    findings: async () => {
      if (first === undefined || listed() === undefined) return [];
      const message =
        'The platform keeps memberships and values that the list does not have: it does not tell its users, so they are not named';
      return [toFinding(first, problem({ path: [], rule: USER_KEEPS.hierarchies, message }), 'note')];
    },
  };
}
