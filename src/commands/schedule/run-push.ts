/** `schedule push`: does the work and gives the outcome; prints nothing but progress. */
import type { Context } from '../../context.ts';
import type { DraftSource } from '../../bulk/model/draft.ts';
import { type ScheduleRequest, scheduleResource } from '../../platform/resources/schedule.ts';
import { SECRET_FIELDS } from '../../platform/secrets.ts';
import { UsageError } from '../../errors.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import { convertCell } from '../../input/values/convert.ts';
import type { SchedulePreset } from '../../input/schedules/preset.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { scheduleKind } from '../../bulk/kinds/schedules.ts';
import { openInvalidator, rememberedTarget, type LastSent } from '../../runs/last-sent.ts';
import type { Target } from '../../bulk/model/target.ts';
import type { BulkOutcome, OpenedJob } from '../bulk/command.ts';
import { runBulkCommand } from '../bulk/run.ts';
import { runsFolder } from '../record/run-records.ts';
import { checkJoin, openReopenable, openSources, readConversion } from '../read/open-sources.ts';
import { inputsOf, saveFlags } from '../record/saved-options.ts';
import { typedSchedule } from './ask-schedule.ts';
import type { PushOptions } from './push-options.ts';
import { watchSecondSittings } from './second-sittings.ts';

export function runPush(context: Context, output: Output, options: PushOptions): Promise<BulkOutcome> {
  return runBulkCommand(context, output, {
    ...options,
    name: 'schedule push',
    kind: scheduleKind,
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
    openJob: () => openJob(context, output, options),
  });
}

async function openJob(context: Context, output: Output, options: PushOptions): Promise<OpenedJob<ScheduleRequest>> {
  const { flags } = options;
  const days = createLocalDays();
  const conversion = { ...(await readConversion(flags)), onDateTime: days.note };
  const preset = readPreset(options, conversion);
  const chosen = chooseFiles(options);
  const open = async (): Promise<readonly DraftSource[]> =>
    chosen.files.length === 0
      ? [await typedSchedule(context, output, options, preset, conversion)]
      : openSources(context, output, scheduleKind, { ...chosen, flags, preset: { ...preset }, onDateTime: days.note });
  return {
    ...(await openReopenable(filesOf(options), open)),
    send: (service, request) => service.pushSchedule(request, { localDay: days.of(request.Schedule.StartDateTime) }),
    openMemory: (target) => openMemory(context, target),
    watchPlan: watchSecondSittings,
  };
}

/** Candidates become users: what a remote was last sent of such a user is no longer what it has. */
async function openMemory({ env }: Context, target: Target): Promise<LastSent<ScheduleRequest> | undefined> {
  const remembered = rememberedTarget(target);
  if (remembered === undefined) return undefined;
  return openInvalidator<ScheduleRequest>(runsFolder(env), remembered, ({ Candidates }) =>
    Candidates.map(({ CandidateExtId }) => CandidateExtId),
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

/** The days of an input's times where they were written. A request has them in UTC, where it may be another day. */
interface LocalDays {
  note(utc: string, localDay: string): void;
  /** Undefined where it is not known, or where the input has the moment on two days. */
  of(utc: string): string | undefined;
}

function createLocalDays(): LocalDays {
  const days = new Map<string, string | undefined>();
  return {
    note: (utc, localDay) => {
      days.set(utc, !days.has(utc) || days.get(utc) === localDay ? localDay : undefined);
    },
    of: (utc) => days.get(utc),
  };
}
