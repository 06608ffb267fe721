/** Watches of a plan: additional checks beside the rules of the platform. */

import { isObject } from '../../base/json-value.ts';
import { ownValue } from '../../base/own-value.ts';
import { watchKnownPeople } from '../../bulk/check/identity/known-people.ts';
import type { PeopleOf } from '../../bulk/check/identity/people.ts';
import { createStorePeople } from '../../bulk/check/identity/store-people.ts';
import { createStoreSittings } from '../../bulk/check/sittings/store-sittings.ts';
import type { PlanWatch } from '../../bulk/run/bulk-job.ts';
import { GuardError } from '../../errors.ts';
import { isDerivedId } from '../../input/generated-ids.ts';
import type { ValidRequest } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { Target } from '../../model/target.ts';
import { isOver } from '../../platform/catalogue.ts';
import type { Schedule, ScheduleRequest } from '../../platform/resources/schedule.ts';
import type { Effect } from '../../platform/service.ts';
import type { OpenMemory } from '../target/runs-there.ts';

/** Watches the people of a run. If a target does not list its users, those that it accepted earlier are used. */
export function watchPeople<R>(people: PeopleOf, target: Target, openMemory: OpenMemory): PlanWatch<R> | undefined {
  const { users } = target;
  if (users !== undefined) return watchKnownPeople(people, async () => createStorePeople(users));
  const memory = openMemory(target);
  return memory && watchKnownPeople(people, async () => (await memory).people);
}

/** Finds people who are in two sittings at the same time that the check of the file alone cannot find. */
export function watchSittings({ schedules }: Target): PlanWatch<ScheduleRequest> | undefined {
  if (schedules === undefined) return undefined;
  const sittings = createStoreSittings();
  const found: Finding[] = [];
  const maxTimes = new Map<string, number | undefined>();
  const maxTimeOf = async (assessment: string): Promise<number | undefined> => {
    if (!maxTimes.has(assessment)) maxTimes.set(assessment, await schedules.maxTimeOf(assessment));
    return maxTimes.get(assessment);
  };
  return {
    see: async (planned) => {
      for (const { valid, effect } of planned) {
        const { AssessmentExtId, EndDateTime } = valid.request.Schedule;
        // A stored schedule may keep an end that the request does not name.
        const hasDefaultEnd = effect.action === 'create' && !EndDateTime;
        const maxTime = hasDefaultEnd ? await maxTimeOf(AssessmentExtId) : undefined;
        found.push(...sittings.add(valid.draft, valid.request, maxTime));
      }
    },
    findings: async () => [...found, ...(await sittings.compare(schedules))],
  };
}

/** Stops a run of answers that would do something else than the user has agreed to: the store has changed since. */
export function watchShown<R>(isAsShown: (effect: Effect) => boolean): PlanWatch<R> {
  let isOther = false;
  return {
    see: (planned) => {
      const changes = planned.filter(({ effect: { action } }) => action === 'create' || action === 'update');
      isOther ||= changes.some(({ effect }) => !isAsShown(effect));
    },
    findings: async () => {
      if (!isOther) return [];
      throw new GuardError('The store has changed since the question, so this would not do what was shown', {
        hint: 'Give the command again: it shows what would change now.',
      });
    },
  };
}

/** Combines several watches into one. */
export function watchTogether<R>(...watches: readonly (PlanWatch<R> | undefined)[]): PlanWatch<R> {
  const all = watches.filter((watch) => watch !== undefined);
  return {
    see: async (planned) => {
      for (const watch of all) await watch.see(planned);
    },
    findings: async () => (await Promise.all(all.map((watch) => watch.findings()))).flat(),
  };
}

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
