/** Operations that the interface only mentions: moves of a schedule through its states, and new invigilators. */
import type { ScheduleStatus } from '../platform/catalogue.ts';
import type { StoreTransaction } from '../store/port.ts';

/**
 * For each state, the states from which a schedule can move there. The interface defines no moves, so these are ours.
 */
const ALLOWED_FROM: Record<ScheduleStatus, readonly ScheduleStatus[]> = {
  DRAFT: [],
  ACTIVATED: ['DRAFT'],
  FINISHED: ['ACTIVATED'],
  ARCHIVED: ['DRAFT', 'ACTIVATED', 'FINISHED'],
};

export type MoveResult =
  | { readonly moved: boolean }
  | { readonly refused: 'not-found' }
  | { readonly refused: 'not-allowed'; readonly from: ScheduleStatus };

/** Moves a schedule to a state. Nothing changes if the schedule has the state already. */
export function moveSchedule(transaction: StoreTransaction, scheduleExtId: string, status: ScheduleStatus): MoveResult {
  const schedule = transaction.get('Schedules', scheduleExtId);
  if (schedule === undefined) return { refused: 'not-found' };
  if (schedule.Status === status) return { moved: false };
  if (!ALLOWED_FROM[status].includes(schedule.Status)) return { refused: 'not-allowed', from: schedule.Status };
  transaction.put('Schedules', scheduleExtId, { ...schedule, Status: status });
  return { moved: true };
}

export type InvigilatorsResult =
  | { readonly added: readonly string[] }
  | { readonly refused: 'not-found' }
  | { readonly refused: 'unknown-users'; readonly ids: readonly string[] };

/** Makes users invigilators of a schedule. If one of the users does not exist, it adds none. */
export function addInvigilators(
  transaction: StoreTransaction,
  scheduleExtId: string,
  userExtIds: readonly string[],
): InvigilatorsResult {
  const schedule = transaction.get('Schedules', scheduleExtId);
  if (schedule === undefined) return { refused: 'not-found' };
  const unknown: string[] = [];
  for (const id of userExtIds) if (transaction.get('Users', id) === undefined) unknown.push(id);
  if (unknown.length > 0) return { refused: 'unknown-users', ids: unknown };
  const added = [...new Set(userExtIds)].filter((id) => !schedule.Invigilators.includes(id));
  transaction.put('Schedules', scheduleExtId, { ...schedule, Invigilators: [...schedule.Invigilators, ...added] });
  return { added };
}
