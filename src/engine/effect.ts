/** What the changes of a transaction mean for the record that was sent. */
import { createHash } from 'node:crypto';
import type { EntityKind } from '../contract/entities.ts';
import type { Change } from '../store/port.ts';

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
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }));
}

/** A schedule's own fields stand one level down; its candidates are told by their number. */
function fieldsOf(entity: Change['after']): Map<string, unknown> {
  const { Schedule, Candidates, PasswordHash, ...fields } = (entity ?? {}) as Record<string, unknown>;
  return new Map([
    ...Object.entries(fields),
    ...Object.entries(Schedule ?? {}),
    ...(Array.isArray(Candidates) ? [['Candidates', describeCandidates(Candidates)] as const] : []),
    ...(PasswordHash === undefined ? [] : [['Password', PasswordHash] as const]),
  ]);
}

/** Differs whenever a candidate does, and says how many there are. */
function describeCandidates(candidates: readonly unknown[]): string {
  const digest = createHash('sha256').update(JSON.stringify(candidates)).digest('hex');
  return `${candidates.length} (${digest.slice(0, DIGEST_DIGITS)})`;
}

const DIGEST_DIGITS = 8;
