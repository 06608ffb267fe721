/** Warns if a schedule without an id becomes a new sitting although it may be an existing one at another time. */

import { isObject } from '../../base/json-value.ts';
import { ownValue } from '../../base/own-value.ts';
import type { PlanWatch } from '../../bulk/run/bulk-job.ts';
import { isDerivedId } from '../../input/schedules/generated-id.ts';
import type { ValidRequest } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { Target } from '../../model/target.ts';
import { isOver } from '../../platform/catalogue.ts';
import type { Schedule, ScheduleRequest } from '../../platform/resources/schedule.ts';

const MAX_NAMED = 5;

/**
 * Finds new sittings that may be moved ones. An id that is derived from the content changes with the content, so a
 * sitting that moves by an hour gets a new id. The warning names the stored sittings of the same assessment and group
 * that are not in the file. Only the embedded engine can list these.
 */
export function watchSecondSittings({ schedules }: Target): PlanWatch<ScheduleRequest> | undefined {
  if (schedules === undefined) return undefined;
  const inFile = new Set<string>();
  const created: ValidRequest<ScheduleRequest>[] = [];
  return {
    see: (planned) => {
      for (const { valid, effect } of planned) {
        const id = valid.request.Schedule.ScheduleExtId;
        if (id) inFile.add(id);
        if (effect.action === 'create' && hasDerivedId(valid)) created.push(valid);
      }
    },
    findings: async () => {
      if (created.length === 0) return [];
      const groups = new Map<string, Schedule[]>(created.map(({ request }) => [sittingOf(request.Schedule), []]));
      const isWanted = (sitting: Sitting) => groups.has(sittingOf(sitting));
      for await (const { Schedule, Status } of schedules.ofSittings(isWanted)) {
        if (isOver(Status) || inFile.has(Schedule.ScheduleExtId ?? '')) continue;
        groups.get(sittingOf(Schedule))?.push(Schedule);
      }
      return created.flatMap((valid) => warn(valid, groups.get(sittingOf(valid.request.Schedule)) ?? []));
    },
  };
}

function hasDerivedId({ draft }: ValidRequest<ScheduleRequest>): boolean {
  const schedule = ownValue(draft.request, 'Schedule');
  return isObject(schedule) && isDerivedId(draft.key, schedule);
}

type Sitting = Pick<Schedule, 'AssessmentExtId' | 'GroupExtId'>;

function sittingOf({ AssessmentExtId, GroupExtId }: Sitting): string {
  return JSON.stringify([AssessmentExtId, GroupExtId]);
}

function warn({ draft, request }: ValidRequest<ScheduleRequest>, stored: readonly Schedule[]): Finding[] {
  const start = Date.parse(request.Schedule.StartDateTime);
  const distance = ({ StartDateTime }: Schedule) => Math.abs(Date.parse(StartDateTime) - start);
  const [first, ...others] = stored.toSorted((a, b) => distance(a) - distance(b));
  if (first === undefined) return [];
  const named = [first, ...others].map(({ ScheduleExtId, StartDateTime }) => `${ScheduleExtId} (${StartDateTime})`);
  const more = stored.length > MAX_NAMED ? ` and ${stored.length - MAX_NAMED} more` : '';
  const listed = `${named.slice(0, MAX_NAMED).join(', ')}${more}`;
  const [have, which] =
    others.length === 0
      ? ['one that the file does not name', 'that one']
      : ['others that the file does not name, the nearest in time first', 'the nearest'];
  return [
    {
      severity: 'warning',
      ...draft.locate(['Schedule', 'ScheduleExtId']),
      key: draft.key,
      code: null,
      rule: 'schedule.second-sitting',
      message: `This becomes a new sitting. The same assessment and group have ${have}: ${listed}`,
      suggestion: `to change ${which}, write its ScheduleExtId (${first.ScheduleExtId}) into the row and use --upsert`,
    },
  ];
}
