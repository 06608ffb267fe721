/** What looks at the plan of a run beside the platform's rules. */
import type { PeopleOf } from '../../bulk/check/identity/people.ts';
import { watchRenumbered } from '../../bulk/check/identity/renumbered.ts';
import { createStoreSittings } from '../../bulk/check/sittings/store-sittings.ts';
import type { Target } from '../../bulk/model/target.ts';
import type { PlanWatch } from '../../bulk/run/bulk-job.ts';
import type { ScheduleRequest } from '../../platform/resources/schedule.ts';
import type { BulkFlags } from '../options/bulk-options.ts';

/** Absent where the target does not tell its users. */
export function watchPeople(
  people: PeopleOf,
  { users }: Target,
  { allowRenumbering }: BulkFlags,
): PlanWatch<unknown> | undefined {
  return users && watchRenumbered(people, users, allowRenumbering === true);
}

/** Who is in a sitting of the list and in one of the store at the same time. */
export function watchSittings({ schedules }: Target): PlanWatch<ScheduleRequest> | undefined {
  if (schedules === undefined) return undefined;
  const sittings = createStoreSittings();
  return {
    see: ({ draft, request }) => sittings.add(draft, request),
    findings: () => sittings.compare(schedules),
  };
}

/** Several watches as one. */
export function watchTogether<R>(...watches: readonly (PlanWatch<R> | undefined)[]): PlanWatch<R> {
  const all = watches.filter((watch) => watch !== undefined);
  return {
    prepare: async () => {
      for (const watch of all) await watch.prepare?.();
    },
    see: (...seen) => {
      for (const watch of all) watch.see(...seen);
    },
    findings: async () => (await Promise.all(all.map((watch) => watch.findings()))).flat(),
  };
}
