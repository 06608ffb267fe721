/** `invigilators remove`: does the work and gives the outcome. A person to be removed is one record; those of a schedule go in one request. */
import type { Context } from '../../context.ts';
import type { DraftSource } from '../../bulk/model/draft.ts';
import { type InvigilatorRemoval, invigilatorResource } from '../../platform/resources/invigilators.ts';
import { UsageError } from '../../errors.ts';
import { listOf, typedDraft } from '../../input/table/typed-draft.ts';
import { canAsk, createPrompter } from '../../output/terminal/prompts.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { invigilatorKind } from '../../bulk/kinds/invigilators.ts';
import { checkAnswer, questionOf } from '../ask/answers.ts';
import { confirmOrStop, prompterOrUsageError } from '../ask/ask-to-send.ts';
import type { BulkBase, BulkOutcome, OpenedJob } from '../bulk/command.ts';
import { runBulkCommand } from '../bulk/run.ts';
import { inputsOf, saveFlags } from '../record/saved-options.ts';
import { openReopenable, openSources } from '../read/open-sources.ts';

export interface RemoveOptions extends BulkBase {
  readonly schedule?: string | undefined;
  readonly ids: readonly string[];
  /** Rows of `ScheduleExtId,UserExtId`; the schedule may be left out where it is given as an argument. */
  readonly file?: string | undefined;
}

export function runRemove(context: Context, output: Output, options: RemoveOptions): Promise<BulkOutcome> {
  return runBulkCommand(context, output, {
    ...options,
    name: 'invigilators remove',
    kind: invigilatorKind,
    inputs: inputsOf(filesOf(options), options.flags),
    saved: { file: options.file, schedule: options.schedule, ids: options.ids, flags: saveFlags(options.flags) },
    openJob: () => openJob(context, output, options),
  });
}

async function openJob(
  context: Context,
  output: Output,
  options: RemoveOptions,
): Promise<OpenedJob<InvigilatorRemoval>> {
  const complete = await askForMissing(context, output, options);
  const opened = await openReopenable(filesOf(complete), async () => [
    ...(await openRemovals(context, output, complete)),
    ...fromArguments(complete),
  ]);
  if (!options.flags.dryRun && options.continuing === undefined) await confirmRemoval(context, output, complete);
  return opened;
}

function filesOf({ file }: RemoveOptions): string[] {
  return file === undefined ? [] : [file];
}

/** At a terminal, asks for what the arguments do not say. */
async function askForMissing({ stopSignal }: Context, output: Output, options: RemoveOptions): Promise<RemoveOptions> {
  const { schedule, ids, file, global } = options;
  if (file !== undefined || (schedule !== undefined && ids.length > 0)) return options;
  const missing =
    schedule === undefined
      ? 'SCHEDULE is missing: name a schedule and the users to remove, or give --file'
      : 'ID is missing: name the users to remove, or give --file';
  const hint = 'examctl invigilators remove S-2026-001 u-7 --yes';
  const prompter = await prompterOrUsageError(output, { global, missing, hint, signal: stopSignal() });
  const { ScheduleExtId, UserExtId } = invigilatorResource.fields;
  const check = (name: string, field: typeof UserExtId | typeof ScheduleExtId) => (text: string) =>
    checkAnswer(invigilatorResource, name, field, text, true);
  const asked =
    schedule ??
    (await prompter.text(questionOf('ScheduleExtId', ScheduleExtId), check('ScheduleExtId', ScheduleExtId)));
  const users = await prompter.text('UserExtId (one or more, separated by blanks):', (text) => {
    const verdicts = text.trim().split(/\s+/).map(check('UserExtId', UserExtId));
    return verdicts.find((verdict) => verdict !== true) ?? true;
  });
  return { ...options, schedule: asked, ids: users.trim().split(/\s+/) };
}

async function openRemovals(context: Context, output: Output, options: RemoveOptions): Promise<readonly DraftSource[]> {
  const { file, flags, schedule } = options;
  if (file === undefined) return [];
  const preset = schedule === undefined ? undefined : { ScheduleExtId: schedule };
  return openSources(context, output, invigilatorKind, { files: [file], flags, preset });
}

function fromArguments({ schedule, ids }: RemoveOptions): DraftSource[] {
  if (schedule === undefined || ids.length === 0) return [];
  const drafts = ids.map((UserExtId, index) =>
    typedDraft({
      record: index + 1,
      origin: 'command line',
      key: `${schedule}/${UserExtId}`,
      request: { ScheduleExtId: schedule, UserExtId },
      columnOf: () => null,
    }),
  );
  return [{ findings: [], layout: { format: 'json', isTyped: true }, drafts: listOf(drafts) }];
}

async function confirmRemoval(
  { stopSignal }: Context,
  output: Output,
  { schedule, ids, file, global }: RemoveOptions,
): Promise<void> {
  if (global.yes) return;
  if (!canAsk(output, global.mayAsk)) {
    throw new UsageError('--yes is missing: removing invigilators is asked for at a terminal only', {
      hint: 'Add --yes, or look first with --dry-run.',
    });
  }
  const who = ids.length > 0 ? ids.join(', ') : `those in ${file}`;
  const where = schedule === undefined ? 'their schedules' : `schedule ${schedule}`;
  await confirmOrStop(await createPrompter(output, stopSignal()), global, `Remove ${who} from ${where}?`);
}
