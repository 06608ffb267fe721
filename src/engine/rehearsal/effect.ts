/** What the changes of a transaction mean for the record that was sent. */
import type { EntityKind } from '../../platform/entities.ts';
import type { Change } from '../../store/port.ts';

/** Kinds that a request can be about. Others change along with it. */
const MAIN_KINDS: readonly EntityKind[] = ['Schedules', 'Collections', 'Users'];

export interface ChangeSummary {
  readonly action: 'create' | 'update' | 'unchanged';
  /** The fields that differ, for an update. */
  readonly changes: readonly { readonly field: string; readonly before?: unknown; readonly after?: unknown }[];
}

/**
 * A request is about the first main kind that it changed: a schedule's candidates become users along with it. Where
 * only such users changed, the request is an update all the same.
 */
export function summariseChanges(changes: readonly Change[]): ChangeSummary {
  if (changes.length === 0) return { action: 'unchanged', changes: [] };
  const main = MAIN_KINDS.map((kind) => changes.find((change) => change.kind === kind)).find((change) => change);
  if (main !== undefined && main.before === undefined) return { action: 'create', changes: [] };
  return { action: 'update', changes: main === undefined ? [] : compareFields(main) };
}

function compareFields({ before, after }: Change): ChangeSummary['changes'] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => JSON.stringify(old.get(name)) !== JSON.stringify(now.get(name)))
    .map((field) => describeChange(field, old.get(field), now.get(field)));
}

/** A schedule's own fields stand one level down. */
function fieldsOf(entity: Change['after']): Map<string, unknown> {
  // Only the platform knows which fields it filled in.
  const { Schedule, PasswordHash, Defaulted: _, ...fields } = (entity ?? {}) as Record<string, unknown>;
  return new Map([
    ...Object.entries(fields),
    ...Object.entries(Schedule ?? {}),
    ...(PasswordHash === undefined ? [] : [[PASSWORD, PasswordHash] as const]),
  ]);
}

/** That it changes may be told, but no hash leaves the engine. */
const PASSWORD = 'Password';

/** A schedule has too many candidates to show: the report says how many there are, and how many changed. */
function describeChange(field: string, before: unknown, after: unknown): ChangeSummary['changes'][number] {
  if (field === PASSWORD) return { field };
  if (field !== 'Candidates' || !Array.isArray(before) || !Array.isArray(after)) return { field, before, after };
  const known = new Set(before.map((candidate) => JSON.stringify(candidate)));
  const changed = after.filter((candidate) => !known.has(JSON.stringify(candidate))).length;
  return { field, before: String(before.length), after: `${after.length}, ${changed} of them new or changed` };
}
