/** Shows the entries of the embedded platform in the form of a catalogue, without hashes and links. */
import {
  type CandidateLinks,
  type ScheduleEntity,
  SETTINGS_ID,
  type ShownKind,
  type UserEntity,
} from '../platform/entities.ts';
import type { StoreView } from '../store/port.ts';
import { omit } from './merge.ts';
import { withoutLinks } from './schedules/links.ts';

/** Returns one entry in the form of a catalogue, or `undefined` if it does not exist. */
export function showEntry(view: StoreView, kind: ShownKind, id: string): object | undefined {
  const entity = view.get(kind, kind === 'Settings' ? SETTINGS_ID : id);
  if (entity === undefined) return undefined;
  if (kind === 'Users') return omit(entity as UserEntity, 'PasswordHash');
  if (kind === 'Schedules') return showSchedule(entity as ScheduleEntity);
  return entity;
}

/** Returns the ids of all entries of a kind. */
export function listIds(view: StoreView, kind: ShownKind): string[] {
  const ids: string[] = [];
  for (const id of view.ids(kind)) ids.push(id);
  return ids;
}

/** Returns the links of a schedule's candidates ("Schedule links"), or `undefined` if the schedule does not exist. */
export function showLinks(view: StoreView, scheduleExtId: string): CandidateLinks[] | undefined {
  const schedule = view.get('Schedules', scheduleExtId);
  return schedule?.Candidates.map(({ CandidateExtId, FirstName, LastName, Email, StartupLink, LaunchUrl }) => ({
    CandidateExtId,
    FirstName,
    LastName,
    Email,
    ScheduleTitle: schedule.Schedule.Title ?? null,
    StartDateTime: schedule.Schedule.StartDateTime,
    EndDateTime: schedule.Schedule.EndDateTime ?? null,
    StartupLink,
    LaunchUrl: LaunchUrl ?? null,
  }));
}

function showSchedule(schedule: ScheduleEntity): object {
  return { ...schedule, Candidates: schedule.Candidates.map(withoutLinks) };
}
