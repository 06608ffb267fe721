/** Looking at what the embedded platform holds: in the catalogue's form, without hashes and links. */
import type { ScheduleEntity, UserEntity } from '../platform/entities.ts';
import { SETTINGS_ID, type ShownKind } from '../platform/entities.ts';
import type { StoreView } from '../store/port.ts';
import { withoutLinks } from './schedules/links.ts';
import { omit } from './rules/merge.ts';

/** One entry in the catalogue's form, or `undefined`. */
export async function showEntry(view: StoreView, kind: ShownKind, id: string): Promise<object | undefined> {
  const entity = await view.get(kind, kind === 'Settings' ? SETTINGS_ID : id);
  if (entity === undefined) return undefined;
  if (kind === 'Users') return omit(entity as UserEntity, 'PasswordHash');
  if (kind === 'Schedules') return showSchedule(entity as ScheduleEntity);
  return entity;
}

/** The ids of all entries of a kind. */
export async function listIds(view: StoreView, kind: ShownKind): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of view.ids(kind)) ids.push(id);
  return ids;
}

export interface CandidateLinks {
  readonly CandidateExtId: string;
  readonly StartupLink: string;
  readonly LaunchUrl: string | null;
}

/** "Schedule links": those of a schedule's candidates, or `undefined` where there is no such schedule. */
export async function showLinks(view: StoreView, scheduleExtId: string): Promise<CandidateLinks[] | undefined> {
  const schedule = await view.get('Schedules', scheduleExtId);
  return schedule?.Candidates.map(({ CandidateExtId, StartupLink, LaunchUrl }) => ({
    CandidateExtId,
    StartupLink,
    LaunchUrl: LaunchUrl ?? null,
  }));
}

function showSchedule(schedule: ScheduleEntity): object {
  return { ...schedule, Candidates: schedule.Candidates.map(withoutLinks) };
}
