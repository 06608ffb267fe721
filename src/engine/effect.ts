/** What the changes of a transaction mean for the record that was sent. */
import type { EntityKind } from '../contract/entities.ts';
import type { Change } from '../store/port.ts';

/** Kinds that a request can be about. Others change along with it. */
const MAIN_KINDS: readonly EntityKind[] = ['Schedules', 'Collections', 'Users'];

export interface ChangeSummary {
  readonly action: 'create' | 'update' | 'unchanged';
  /** Names of the fields that differ, for an update. */
  readonly changedFields: readonly string[];
}

/**
 * A request is about the first main kind that it changed: a schedule's candidates become users along with it. Where
 * only such users changed, the request is an update all the same.
 */
export function summariseChanges(changes: readonly Change[]): ChangeSummary {
  if (changes.length === 0) return { action: 'unchanged', changedFields: [] };
  const main = MAIN_KINDS.map((kind) => changes.find((change) => change.kind === kind)).find((change) => change);
  if (main !== undefined && main.before === undefined) return { action: 'create', changedFields: [] };
  return { action: 'update', changedFields: main === undefined ? [] : changedFieldsOf(main) };
}

function changedFieldsOf({ before, after }: Change): string[] {
  const [old, now] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after ?? {}))];
  const names = new Set([...old.keys(), ...now.keys()]);
  return [...names].filter((name) => JSON.stringify(old.get(name)) !== JSON.stringify(now.get(name)));
}
