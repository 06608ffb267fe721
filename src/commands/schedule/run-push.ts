/** Executes `schedule push` and returns its outcome. Prints only progress. */

import { PEOPLE } from '../../bulk/check/identity/people.ts';
import { scheduleKind } from '../../bulk/kinds/schedules.ts';
import { UsageError } from '../../errors.ts';
import type { SchedulePreset } from '../../input/schedules/preset.ts';
import { readCell } from '../../input/table/row-values.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import type { DraftSource } from '../../model/draft.ts';
import { type ScheduleRequest, scheduleResource } from '../../platform/resources/schedule.ts';
import { SECRET_FIELDS } from '../../platform/secrets.ts';
import { flagOf } from '../ask/equivalent.ts';
import type { Sending } from '../ask/record-form.ts';
import type { Asked, BulkBase, BulkOutcome, OpenedJob } from '../bulk/command.ts';
import { watchPeople, watchSecondSittings, watchSittings, watchTogether } from '../bulk/plan-watches.ts';
import { runBulkCommand } from '../bulk/run-command.ts';
import { checkJoin, filesOf, openSources, readConversion } from '../read/open-sources.ts';
import { readSecretFile } from '../target/open-target.ts';
import { createMemoryOf } from '../target/runs-there.ts';
import { typedSchedule } from './ask-schedule.ts';

export interface PushOptions extends BulkBase {
  readonly files: readonly string[];
  readonly candidates?: string | undefined;
  readonly upsert: boolean;
  readonly workflow?: string | undefined;
  /** Schedule fields from flags, by their names in the interface, with the values as typed: of a secret, its file. */
  readonly fields: Readonly<Record<string, string>>;
}

export async function runPush(options: PushOptions): Promise<BulkOutcome> {
  const { files, candidates, upsert, workflow } = options;
  // The PIN is a secret, and a record never holds a secret: such a run cannot be resumed.
  const fields = Object.fromEntries(Object.entries(options.fields).filter(([name]) => !SECRET_FIELDS.has(name)));
  const withheld = Object.keys(options.fields).filter((name) => SECRET_FIELDS.has(name));
  return runBulkCommand({
    ...options,
    name: 'schedule push',
    remembers: { people: PEOPLE.schedules },
    kind: scheduleKind,
    files: filesOf(...files, candidates),
    saved: { files, candidates, upsert, workflow, fields, withheld },
    openJob: (asked) => openJob(options, asked),
  });
}

async function openJob(options: PushOptions, asked: Asked): Promise<OpenedJob<ScheduleRequest>> {
  const { onDateTime, dayOf } = createLocalDays();
  const conversion = { ...(await readConversion(options.flags)), onDateTime };
  // --fix is about the file of candidates: what is typed is not repaired.
  const preset = await readPreset(options, { ...conversion, fix: false });
  const { files, candidates } = chooseFiles(options);
  const openMemory = createMemoryOf(options, ['user sync', 'schedule push']);
  const sending: Sending<ScheduleRequest> = {
    send: (service, request) => service.pushSchedule(request, { localDay: dayOf(request.Schedule.StartDateTime) }),
    watchPlan: (at) =>
      watchTogether(watchSecondSittings(at), watchSittings(at), watchPeople(PEOPLE.schedules, at, openMemory)),
  };
  const sources: readonly DraftSource[] =
    files.length === 0
      ? [await typedSchedule(options, { preset, conversion, sending }, asked)]
      : await openSources(options, scheduleKind, { files, candidates, preset: { ...preset }, onDateTime });
  return { ...sending, sources };
}

/** The files to read. If flags describe the schedule, the file of candidates is the only one. */
function chooseFiles({ files, candidates, fields, flags }: PushOptions): Pick<PushOptions, 'files' | 'candidates'> {
  if (files.length === 0 && candidates !== undefined && Object.keys(fields).length > 0) {
    if (flags.candidatesSheet === undefined) return { files: [candidates] };
    throw new UsageError('--candidates-sheet goes with FILE', {
      hint: 'Name the sheet of a single file with --sheet.',
    });
  }
  if (files.length > 0 || candidates !== undefined) checkJoin(files, candidates);
  return { files, candidates };
}

/** The schedule fields from flags, converted like cells of a file. */
async function readPreset(options: PushOptions, conversion: ConversionOptions): Promise<SchedulePreset> {
  const { workflow, upsert, fields } = options;
  const resource = scheduleResource;
  const Schedule: [string, unknown][] = [];
  for (const [name, given] of Object.entries(fields)) {
    const field = resource.fields[name as keyof typeof resource.fields];
    const isFile = SECRET_FIELDS.has(name);
    const text = isFile ? await readSecretFile(flagOf(name), given, `The file of the ${name}`) : given;
    const { value, problems } = readCell({ resource, name, field }, text, conversion);
    const [problem] = problems;
    if (problem) throw new UsageError(problem.message, { hint: problem.suggestion });
    Schedule.push([name, value]);
  }
  return {
    ...(workflow === undefined ? {} : { Workflow: workflow }),
    ...(upsert ? { Upsert: true } : {}),
    Schedule: Object.fromEntries(Schedule),
  };
}

/**
 * Remembers the local day of each time as the input writes it. A request has its times in UTC, where the day may be
 * different. The day is `undefined` if the input writes the same moment with two different days.
 */
function createLocalDays() {
  const days = new Map<string, string | undefined>();
  const onDateTime = (utc: string, localDay: string): void => {
    days.set(utc, !days.has(utc) || days.get(utc) === localDay ? localDay : undefined);
  };
  return { onDateTime, dayOf: (utc: string) => days.get(utc) };
}
