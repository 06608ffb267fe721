/** `schedule push`: does the work and gives the outcome; prints nothing but progress. */
import type { Context } from '../../context.ts';
import { type ScheduleRequest, scheduleResource } from '../../contract/schedule.ts';
import { UsageError } from '../../errors.ts';
import type { ConversionOptions } from '../../input/conversion.ts';
import { convertCell } from '../../input/convert.ts';
import type { Input } from '../../input/port.ts';
import { draftSchedules } from '../../input/schedule-drafts.ts';
import type { SchedulePreset } from '../../input/schedule-preset.ts';
import type { Output } from '../../output/streams.ts';
import type { BulkJob } from '../../provision/run.ts';
import { scheduleChecks } from '../../validation/kinds.ts';
import { type BulkOutcome, runBulkCommand } from '../bulk-run.ts';
import { countCandidates } from '../count-candidates.ts';
import { checkDelivery } from '../deliver.ts';
import { checkJoin, openFile, openSources, readConversion, readMapping } from '../open-sources.ts';
import type { PushOptions } from './push.ts';

export function runPush(context: Context, output: Output, options: PushOptions): Promise<BulkOutcome> {
  return runBulkCommand<ScheduleRequest>(context, output, {
    ...options,
    name: 'schedule push',
    noun: 'schedules',
    resources: [scheduleResource],
    countCandidates,
    openJob: () => openJob(context, output, options),
  });
}

async function openJob(context: Context, output: Output, options: PushOptions): Promise<BulkJob<ScheduleRequest>> {
  const { flags } = options;
  const { files, candidates } = chooseFiles(options);
  await checkDelivery(flags);
  const conversion = await readConversion(flags);
  const mapping = await readMapping(flags);
  const preset = readPreset(options, conversion);
  const openCandidates = async (): Promise<{ candidates?: Input }> =>
    candidates === undefined ? {} : { candidates: await openFile(candidates, flags, context, output) };
  const sources = await openSources(files, flags, context, output, async (input) =>
    draftSchedules(input, { ...conversion, mapping, preset, ...(await openCandidates()) }),
  );
  return { sources, checks: scheduleChecks, send: (service, request) => service.pushSchedule(request) };
}

/** A schedule that flags describe needs a file of candidates only. */
function chooseFiles({ files, candidates, fields }: PushOptions): Pick<PushOptions, 'files' | 'candidates'> {
  if (files.length === 0 && candidates !== undefined && Object.keys(fields).length > 0) return { files: [candidates] };
  if (files.length === 0) {
    throw new UsageError('Name a file of schedules', { hint: 'examctl schedule push sittings.csv --dry-run' });
  }
  checkJoin(files, candidates);
  return { files, ...(candidates === undefined ? {} : { candidates }) };
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
