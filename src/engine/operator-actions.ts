/** Operations that the interface only mentions: how a schedule moves through its states, and who invigilates it. */
import type { ScheduleStatus } from '../platform/catalogue.ts';
import type { StoreTransaction } from '../store/port.ts';

/** States from which a schedule can move to another one. The interface shows no transitions; these are ours. */
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

/** Moves a schedule; one that is there already stays, and nothing is changed. */
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

/** Makes users invigilators of a schedule: all of them, or none where one is no user. */
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
