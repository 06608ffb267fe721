/** `schedule push`: does the work and gives the outcome; prints nothing but progress. */
import type { Context } from '../../context.ts';
import type { DraftSource } from '../../bulk/model/draft.ts';
import { type ScheduleRequest, scheduleResource } from '../../platform/resources/schedule.ts';
import { SECRET_FIELDS } from '../../platform/secrets.ts';
import { userResource } from '../../platform/resources/user.ts';
import { UsageError } from '../../errors.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import { convertCell } from '../../input/values/convert.ts';
import { draftSchedules } from '../../input/schedules/drafts.ts';
import type { SchedulePreset } from '../../input/schedules/preset.ts';
import type { Output } from '../../output/terminal/streams.ts';
import type { BulkJob } from '../../bulk/run/bulk-job.ts';
import { withRules } from '../../bulk/report/partial-errors.ts';
import { openForgetting, rememberedTarget, type SentMemory } from '../../runs/last-sent.ts';
import type { Target } from '../../bulk/model/target.ts';
import { scheduleChecks } from '../../bulk/check/kinds.ts';
import type { BulkOutcome } from '../bulk/command.ts';
import { runBulkCommand } from '../bulk/run.ts';
import { countCandidates } from '../bulk/count-candidates.ts';
import { runsFolder } from '../record/run-records.ts';
import { checkJoin, openSources, openTwice, readConversion, readMapping } from '../read/open-sources.ts';
import { inputsOf, saveFlags } from '../record/saved-options.ts';
import { typedSchedule } from './ask-schedule.ts';
import { createLocalDays } from './local-days.ts';
import type { PushOptions } from './push-options.ts';
import { watchSecondSittings } from './second-sittings.ts';

export function runPush(context: Context, output: Output, options: PushOptions): Promise<BulkOutcome> {
  return runBulkCommand<ScheduleRequest>(context, output, {
    ...options,
    name: 'schedule push',
    noun: 'schedules',
    resources: [scheduleResource, userResource],
    inputs: inputsOf(filesOf(options), options.flags),
    saved: {
      files: options.files,
      candidates: options.candidates,
      upsert: options.upsert,
      workflow: options.workflow,
      fields: savedFields(options),
      withheld: Object.keys(options.fields).filter((name) => !Object.hasOwn(savedFields(options), name)),
      flags: saveFlags(options.flags),
    },
    countCandidates,
    openJob: () => openJob(context, output, options),
  });
}

async function openJob(context: Context, output: Output, options: PushOptions): Promise<BulkJob<ScheduleRequest>> {
  const { flags } = options;
  const days = createLocalDays();
  const conversion = { ...(await readConversion(flags)), onDateTime: days.note };
  const preset = readPreset(options, conversion);
  const { files } = chooseFiles(options);
  const open = async (): Promise<readonly DraftSource[]> =>
    files.length === 0
      ? [await typedSchedule(context, output, options, preset, conversion)]
      : openFiles(context, output, options, conversion, preset);
  return {
    ...(await openTwice(filesOf(options), open)),
    checks: scheduleChecks,
    send: async (service, request) => {
      const localDay = days.of(request.Schedule.StartDateTime);
      return withRules('pushSchedule', await service.pushSchedule(request, { localDay }));
    },
    openMemory: (target) => openMemory(context, target),
    watchPlan: watchSecondSittings,
  };
}

/** Candidates become users: what a remote was last sent of such a user is no longer what it has. */
async function openMemory({ env }: Context, target: Target): Promise<SentMemory<ScheduleRequest> | undefined> {
  const remembered = rememberedTarget(target);
  if (remembered === undefined) return undefined;
  return openForgetting<ScheduleRequest>(runsFolder(env), remembered, ({ Candidates }) =>
    Candidates.map(({ CandidateExtId }) => CandidateExtId),
  );
}

async function openFiles(
  context: Context,
  output: Output,
  options: PushOptions,
  conversion: ConversionOptions,
  preset: SchedulePreset,
): Promise<readonly DraftSource[]> {
  const { flags } = options;
  const { files, candidates } = chooseFiles(options);
  const mapping = await readMapping(flags);
  return openSources(files, { ...flags, candidates }, context, output, (input, joined) =>
    draftSchedules(input, { ...conversion, mapping, preset, candidates: joined }),
  );
}

/** A schedule that flags describe needs a file of candidates only. */
function chooseFiles({ files, candidates, fields }: PushOptions): Pick<PushOptions, 'files' | 'candidates'> {
  if (files.length === 0 && candidates !== undefined && Object.keys(fields).length > 0) return { files: [candidates] };
  if (files.length > 0) checkJoin(files, candidates);
  return { files, candidates };
}

function filesOf({ files, candidates }: PushOptions): string[] {
  return candidates === undefined ? [...files] : [...files, candidates];
}

/** The PIN is a secret, and a record never holds a secret: such a run cannot be resumed. */
function savedFields({ fields }: PushOptions): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !SECRET_FIELDS.has(name)));
}

/** What flags say of the schedule, read like cells of a file. */
function readPreset({ workflow, upsert, fields }: PushOptions, conversion: ConversionOptions): SchedulePreset {
  const resource = scheduleResource;
  const Schedule = Object.entries(fields).map(([name, text]) => {
    const field = resource.fields[name as keyof typeof resource.fields];
    const { value, problems } = convertCell(field, text, { resource, name, path: [name] }, conversion);
    const [problem] = problems;
    if (problem) throw new UsageError(problem.message, problem.suggestion ? { hint: problem.suggestion } : {});
    return [name, value] as const;
  });
  return {
    ...(workflow === undefined ? {} : { Workflow: workflow }),
    ...(upsert ? { Upsert: true } : {}),
    Schedule: Object.fromEntries(Schedule),
  };
}
