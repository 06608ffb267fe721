/** Summarises the changes of a request: create, update or nothing, and the changed fields. */
import type { EntityKind } from '../platform/entities.ts';
import type { Effect, ValueChange } from '../platform/service.ts';
import type { Change } from '../store/port.ts';
import { describeCandidates } from './candidate-changes.ts';

/** The kinds that can be the subject of a request. Other kinds change only as a consequence. */
const MAIN_KINDS: readonly EntityKind[] = ['Schedules', 'Collections', 'Users'];

/**
 * The subject of a request is the first main kind that it changed: a request for a schedule also creates users. If only
 * its users changed, the request is an update too.
 */
export function summariseChanges(changes: readonly Change[]): Effect {
  if (changes.length === 0) return { action: 'unchanged', changes: [] };
  const main = MAIN_KINDS.map((kind) => changes.find((change) => change.kind === kind)).find((change) => change);
  if (main !== undefined && main.before === undefined) return { action: 'create', changes: [] };
  return { action: 'update', changes: main === undefined ? [] : compareFields(main) };
}

function compareFields({ before, after }: Change): ValueChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => JSON.stringify(old.get(name)) !== JSON.stringify(now.get(name)))
    .flatMap((field) => describeChange(field, old.get(field), now.get(field)));
}

/** The fields of an entity. A schedule has its own fields one level deeper, in `Schedule`. */
function fieldsOf(entity: Change['after']): Map<string, unknown> {
  // `Defaulted` is internal: it lists the fields that the platform filled in.
  const { Schedule, PasswordHash, Defaulted: _, ...fields } = (entity ?? {}) as Record<string, unknown>;
  return new Map([
    ...Object.entries(fields),
    ...Object.entries(Schedule ?? {}),
    ...(PasswordHash === undefined ? [] : [[PASSWORD, PasswordHash] as const]),
  ]);
}

/** A change of a password has no values, so that no hash leaves the engine. */
const PASSWORD = 'Password';

function describeChange(field: string, before: unknown, after: unknown): ValueChange[] {
  if (field === PASSWORD) return [{ field }];
  return field === 'Candidates' ? describeCandidates(before, after) : [{ field, before, after }];
}
