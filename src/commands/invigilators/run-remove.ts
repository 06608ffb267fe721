/** Executes `invigilators remove`. Each person to remove is one record; all records of a schedule share a request. */

import { invigilatorKind } from '../../bulk/kinds/invigilators.ts';
import { UsageError } from '../../errors.ts';
import { typedSource } from '../../input/table/typed-draft.ts';
import type { DraftSource } from '../../model/draft.ts';
import type { Prompter } from '../../output/terminal/prompts.ts';
import { codeOf } from '../../platform/conditions/index.ts';
import type { ScheduleEntity, UserEntity } from '../../platform/entities.ts';
import type { Answer } from '../../platform/envelope.ts';
import {
  type InvigilatorRemoval,
  type InvigilatorsContent,
  invigilatorResource,
} from '../../platform/resources/invigilators.ts';
import type { AssessmentService } from '../../platform/service.ts';
import { listRunIds } from '../../runs/record/list-records.ts';
import { stateWord } from '../../runs/record/read-record.ts';
import { askedField, askRequired, checkAnswer, splitWords } from '../ask/check-answer.ts';
import { describeEquivalent, equivalentOf } from '../ask/equivalent.ts';
import type { Asked, BulkBase, BulkOutcome, OpenedJob } from '../bulk/command.ts';
import { runBulkCommand } from '../bulk/run-command.ts';
import { confirmOrStop, needsYes, prompterOrUsageError } from '../options/confirm.ts';
import type { TargetCall } from '../options/target-options.ts';
import { filesOf, openSources } from '../read/open-sources.ts';
import { choicesOf, withKnownPlatform } from '../target/known-entries.ts';
import { runsFolder, runsThere } from '../target/runs-there.ts';

export interface RemoveOptions extends BulkBase {
  readonly schedule?: string | undefined;
  readonly ids: readonly string[];
  /** A file with rows of `ScheduleExtId,UserExtId`. The schedule may be left out if it is given as an argument. */
  readonly file?: string | undefined;
}

export async function runRemove(given: RemoveOptions): Promise<BulkOutcome> {
  const options = { ...given, ids: [...new Set(given.ids)] };
  const { file, schedule, ids } = options;
  return runBulkCommand({
    ...options,
    name: NAME,
    kind: invigilatorKind,
    files: filesOf(file),
    saved: { file, schedule, ids },
    openJob: (asked) => openJob(options, asked),
  });
}

const NAME = 'invigilators remove';

async function openJob(options: RemoveOptions, asked: Asked): Promise<OpenedJob<InvigilatorRemoval>> {
  const serviceOf = withEarlierRemovals(options, NAME);
  const complete = await askForMissing(options);
  if (complete !== options) asked.equivalent = equivalentOfRemoval(options, complete);
  // What was typed at the terminal would be lost.
  if (complete.file === '-') await prompterForRemoval(complete);
  const sources = await openRemovals(complete);
  const prompter = await prompterForRemoval(complete);
  if (prompter !== undefined) await confirmRemoval(complete, prompter);
  return { sources, serviceOf };
}

function equivalentOfRemoval(call: RemoveOptions, { schedule, ids }: RemoveOptions): string {
  const operands = filesOf(schedule, ...ids);
  const command = equivalentOf(call, ['invigilators', 'remove', '--yes'], ['--yes'], operands);
  return describeEquivalent(call, command);
}

/** At a terminal, asks for missing arguments. */
async function askForMissing(options: RemoveOptions): Promise<RemoveOptions> {
  const { schedule, ids, file } = options;
  if (file !== undefined || (schedule !== undefined && ids.length > 0)) return options;
  const prompter = await prompterOrUsageError(options, schedule === undefined ? NO_SCHEDULE : NO_ID, EXAMPLE);
  const which = schedule ?? (await askSchedule(options, prompter));
  const users = [...new Set(await askUsers(options, prompter, which))];
  if (users.length === 0) throw new UsageError(NO_ID, { hint: EXAMPLE });
  return { ...options, schedule: which, ids: users };
}

const NO_SCHEDULE = 'SCHEDULE is missing: name a schedule and the users to remove, or give --file';
const NO_ID = 'ID is missing: name the users to remove, or give --file';
const EXAMPLE = 'examctl invigilators remove S-2026-001 u-7 --yes';

async function askSchedule(options: RemoveOptions, prompter: Prompter): Promise<string> {
  const open = await choicesOf(options, 'Schedules', ({ entry }) => isOpen(entry as ScheduleEntity));
  return open.length > 0 ? prompter.one('ScheduleExtId:', open) : askRequired(prompter, SCHEDULE);
}

const SCHEDULE = askedField(invigilatorResource, 'ScheduleExtId');
const USER = askedField(invigilatorResource, 'UserExtId');

/** Whether the schedule has invigilators, and its status allows their removal. */
function isOpen({ Status, Invigilators }: ScheduleEntity): boolean {
  return (Status === 'DRAFT' || Status === 'ACTIVATED') && Invigilators.length > 0;
}

async function askUsers(options: RemoveOptions, prompter: Prompter, schedule: string): Promise<string[]> {
  const { context, target } = options;
  const known = await withKnownPlatform(context, target, async (platform) => {
    const { Invigilators = [] } = { ...((await platform.entry('Schedules', schedule)) as ScheduleEntity | undefined) };
    const users = await Promise.all(Invigilators.map((id) => platform.entry('Users', id)));
    return Invigilators.map((value, index) => ({ value, title: nameOf(users[index]) }));
  });
  if (known !== undefined && known.length > 0) return prompter.several('UserExtId:', known);
  const users = await prompter.text('UserExtId (one or more, with commas or blanks between them):', (text) => {
    const ids = splitWords(text, SEPARATOR);
    const verdicts = (ids.length === 0 ? [''] : ids).map((id) => checkAnswer(USER, id, true));
    return verdicts.find((verdict) => verdict !== true) ?? true;
  });
  return splitWords(users, SEPARATOR);
}

const SEPARATOR = /[\s,;]+/;

function nameOf(user: object | undefined): string | undefined {
  const { FirstName, LastName } = { ...(user as Partial<UserEntity> | undefined) };
  return FirstName === undefined ? undefined : `${FirstName} ${LastName}`;
}

async function openRemovals(options: RemoveOptions): Promise<readonly DraftSource[]> {
  const { schedule, ids, file } = options;
  const preset = schedule === undefined ? undefined : { ScheduleExtId: schedule };
  const sources = file === undefined ? [] : await openSources(options, invigilatorKind, { files: [file], preset });
  if (schedule === undefined || ids.length === 0) return sources;
  const typed = ids.map((UserExtId) => ({
    origin: 'command line',
    key: `${schedule}/${UserExtId}`,
    request: { ScheduleExtId: schedule, UserExtId },
    columnOf: () => null,
  }));
  return [...sources, typedSource(...typed)];
}

/** Throws a UsageError if the question cannot be asked. Returns `undefined` if it need not be asked. */
async function prompterForRemoval(options: RemoveOptions): Promise<Prompter | undefined> {
  const { flags, continuing, global } = options;
  if (flags.dryRun || continuing !== undefined || global.yes) return undefined;
  return prompterOrUsageError(options, ...needsYes('removing invigilators'));
}

async function confirmRemoval({ schedule, ids, file, global }: RemoveOptions, prompter: Prompter): Promise<void> {
  const who = ids.length > 0 ? ids.join(', ') : `those in ${file}`;
  const where = schedule === undefined ? 'their schedules' : `schedule ${schedule}`;
  await confirmOrStop(prompter, global, `Remove ${who} from ${where}?`);
}

const NOT_INVIGILATOR = codeOf('invigilators.user.not-invigilator');

/** Wraps a service: error 319 counts as success for people whom an earlier run has removed from the same schedule. */
function withEarlierRemovals(call: TargetCall, command: string): (service: AssessmentService) => AssessmentService {
  let removed: Promise<ReadonlySet<string>> | undefined;
  const acceptEarlier = async (
    schedule: string,
    answer: Answer<InvigilatorsContent>,
  ): Promise<Answer<InvigilatorsContent>> => {
    const { Content } = answer.envelope;
    if (!Content?.Errors.some(({ Code }) => Code === NOT_INVIGILATOR)) return answer;
    removed ??= removedBefore(call, command);
    const earlier = await removed;
    const wasRemoved = ({ UserExtId, Code }: InvigilatorsContent['Errors'][number]) =>
      Code === NOT_INVIGILATOR && earlier.has(`${schedule}/${UserExtId}`);
    const removedEarlier = Content.Errors.filter(wasRemoved).map(({ UserExtId }) => UserExtId);
    const SuccessfullyRemoved = [...Content.SuccessfullyRemoved, ...removedEarlier];
    const Errors = Content.Errors.filter((error) => !wasRemoved(error));
    return { ...answer, envelope: { ...answer.envelope, Content: { SuccessfullyRemoved, Errors } } };
  };
  return (service) =>
    Object.assign(Object.create(service) as AssessmentService, {
      removeInvigilators: (schedule: string, ids: readonly string[]) =>
        service.removeInvigilators(schedule, ids).then((answer) => acceptEarlier(schedule, answer)),
    });
}

/** The keys of all earlier removals at the same target. */
async function removedBefore(call: TargetCall, command: string): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  // A record that cannot be read proves nothing, and the answer is 319 as the platform says.
  const ids = await listRunIds(runsFolder(call.context.env));
  for await (const { entries } of runsThere(call, ids, [command], () => {})) {
    for (const entry of entries) if (stateWord(entry) === 'succeeded') keys.add(entry.key);
  }
  return keys;
}
