/** Summarises the changes of a request: create, update or nothing, and the changed fields. */
import type { Operation } from '../../platform/conditions/index.ts';
import type { EntityKind, ScheduleEntity, UserEntity } from '../../platform/entities.ts';
import type { Effect } from '../../platform/service.ts';
import type { Change } from '../../store/port.ts';
import { compareFields, describeCandidates, type UserChange } from './candidate-changes.ts';

/**
 * The subject of each operation. Other kinds change only as a consequence. Schedules come before users: a request for a
 * schedule also creates users.
 */
const SUBJECTS: Readonly<Record<Operation, EntityKind>> = {
  pushSchedule: 'Schedules',
  removeInvigilators: 'Schedules',
  addCollection: 'Collections',
  saveUser: 'Users',
  getReviewSession: 'ReviewSessions',
};
const MAIN_KINDS = [...new Set(Object.values(SUBJECTS))];

/**
 * The subject of a request is the first main kind that it changed. If only the users of a schedule changed, the request
 * is an update too. `pushed` returns the schedule that the request creates or updates, as it is now; undefined if the
 * request is about something else.
 */
export function summariseChanges(changes: readonly Change[], pushed?: () => ScheduleEntity | undefined): Effect {
  if (changes.length === 0) return { action: 'unchanged', changes: [] };
  const main = MAIN_KINDS.map((kind) => changes.find((change) => change.kind === kind)).find((change) => change);
  const action = main !== undefined && main.before === undefined ? 'create' : 'update';
  if (main === undefined) return { action, changes: [] };
  if (main.kind === 'Schedules') return { action, changes: describeSchedule(main as Change<'Schedules'>, changes) };
  const same = pushed?.();
  if (same !== undefined) return { action: 'update', changes: describeCandidates(same, same, userChanges(changes)) };
  return { action, changes: action === 'create' ? [] : compareFields(main.before, main.after) };
}

/** A new schedule has only the changes of users who exist already. Without any, it is not parsed. */
function describeSchedule(change: Change<'Schedules'>, changes: readonly Change[]): Effect['changes'] {
  const { before } = change;
  const users = userChanges(changes);
  if (before === undefined && users.length === 0) return [];
  const { after } = change;
  if (after === undefined) return [];
  const ofCandidates = describeCandidates(before, after, users);
  return before === undefined ? ofCandidates : [...ofCandidates, ...compareFields(before, after)];
}

/** The changes of users who exist already. New users may be very many, and are neither compared nor parsed. */
function userChanges(changes: readonly Change[]): UserChange[] {
  const found: UserChange[] = [];
  for (const change of changes) {
    if (change.kind !== 'Users' || change.before === undefined) continue;
    found.push({ before: change.before as UserEntity, after: change.after as UserEntity });
  }
  return found;
}
