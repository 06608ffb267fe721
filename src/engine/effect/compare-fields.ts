/** Compares the fields of an entity before and after a request. */
import type { ValueChange } from '../../platform/service.ts';

/** Candidates are compared one by one, in a module of their own. */
const LEFT_OUT = 'Candidates';

/** A change of a password has no values, so that no hash leaves the engine. */
const PASSWORD = 'Password';

export function compareFields(before: object | undefined, after: object | undefined): ValueChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((field) => field !== LEFT_OUT && differs(old.get(field), now.get(field)))
    .map((field) => (field === PASSWORD ? { field } : { field, before: old.get(field), after: now.get(field) }));
}

/** The fields of an entity. A schedule has its own fields one level deeper, in `Schedule`. */
function fieldsOf(entity: object | undefined): Map<string, unknown> {
  // `Defaulted` is internal: it lists the fields that the platform filled in.
  const { Schedule, PasswordHash, Defaulted: _, ...fields } = (entity ?? {}) as Record<string, unknown>;
  return new Map([
    ...Object.entries(fields),
    ...Object.entries(Schedule ?? {}),
    ...(PasswordHash === undefined ? [] : [[PASSWORD, PasswordHash] as const]),
  ]);
}

export function differs(one: unknown, other: unknown): boolean {
  return one !== other && JSON.stringify(one) !== JSON.stringify(other);
}
