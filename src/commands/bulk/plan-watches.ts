/** Watches of a plan: additional checks beside the rules of the platform. */

import { watchKnownPeople } from '../../bulk/check/identity/known-people.ts';
import type { PeopleOf } from '../../bulk/check/identity/people.ts';
import { createStorePeople } from '../../bulk/check/identity/store-people.ts';
import { createStoreSittings } from '../../bulk/check/sittings/store-sittings.ts';
import type { PlanWatch } from '../../bulk/run/bulk-job.ts';
import { GuardError } from '../../errors.ts';
import type { Finding } from '../../model/finding.ts';
import type { Target } from '../../model/target.ts';
import type { ScheduleRequest } from '../../platform/resources/schedule.ts';
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
