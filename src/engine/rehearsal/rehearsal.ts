/** What requests would do to a state that is thrown away. */
import { createHmac, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { EntityKind } from '../../platform/entities.ts';
import type { Effect, Rehearsal, ValueChange } from '../../platform/service.ts';
import type { Change } from '../../store/port.ts';
import type { EngineDependencies, PasswordHasher } from '../dependencies.ts';
import { createEngine } from '../engine.ts';
import { createPasswordsAhead } from './passwords-ahead.ts';

/** `dependencies.store` is the one that is thrown away; `lastChanges` gives what its last transaction changed. */
export function createRehearsal(dependencies: EngineDependencies, lastChanges: () => readonly Change[]): Rehearsal {
  const passwords = createQuickHasher(dependencies.passwords);
  const ahead = createPasswordsAhead({ ...dependencies, passwords }, availableParallelism());
  return {
    begin: (ask) => {
      const service = createEngine({ ...dependencies, passwords: ahead.begin(ask), sparesUnchanged: true });
      return async () => {
        const answer = await ask(service);
        return { answer, effect: summariseChanges(answer.envelope.Success ? lastChanges() : []) };
      };
    },
    end: ahead.end,
  };
}

/**
 * Hashing is slow on purpose; what is thrown away needs only to tell passwords apart, so that a request that sets another
 * one than an earlier request did is seen to change it.
 */
function createQuickHasher({ matches }: PasswordHasher): PasswordHasher {
  const key = randomBytes(KEY_BYTES);
  const quick = (password: string) => REHEARSED + createHmac('sha256', key).update(password).digest('base64');
  return {
    hash: async (password) => quick(password),
    matches: async (known, password) =>
      known.startsWith(REHEARSED) ? known === quick(password) : matches(known, password),
  };
}

const KEY_BYTES = 32;
/** No hash of the real kind begins so. */
const REHEARSED = 'rehearsed:';

/** Kinds that a request can be about. Others change along with it. */
const MAIN_KINDS: readonly EntityKind[] = ['Schedules', 'Collections', 'Users'];

/**
 * A request is about the first main kind that it changed: a schedule's candidates become users along with it. Where
 * only such users changed, the request is an update all the same.
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
function describeChange(field: string, before: unknown, after: unknown): ValueChange {
  if (field === PASSWORD) return { field };
  if (field !== 'Candidates' || !Array.isArray(before) || !Array.isArray(after)) return { field, before, after };
  const known = new Set(before.map((candidate) => JSON.stringify(candidate)));
  const changed = after.filter((candidate) => !known.has(JSON.stringify(candidate))).length;
  return { field, before: String(before.length), after: `${after.length}, ${changed} of them new or changed` };
}
