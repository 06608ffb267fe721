/** Shows the entries of the local platform in the form of a catalogue, without hashes and links. */
import {
  type CandidateLinks,
  type Entities,
  type ScheduleEntity,
  SETTINGS_ID,
  type ShownKind,
  type UserEntity,
} from '../platform/entities.ts';
import type { Store, StoreView } from '../store/port.ts';
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

/** Entities that are read together, so that others can write in between. One query for each would take longer. */
const BATCH_SIZE = 500;

type Reader = Pick<Store, 'read'>;
type Find<T> = (view: StoreView, id: string) => T | undefined;

/** All entries of a kind, in the order of their ids. */
export async function* readEntries<T>(store: Reader, kind: ShownKind, find: Find<T>): AsyncGenerator<T> {
  yield* readThese(store, await store.read((view) => listIds(view, kind)), find);
}

export async function* readThese<T>(store: Reader, ids: readonly string[], find: Find<T>): AsyncGenerator<T> {
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const batch = ids.slice(from, from + BATCH_SIZE);
    yield* await store.read((view) => batch.flatMap((id) => find(view, id) ?? []));
  }
}

/** Finds the entity as it is stored. */
export function findEntity<K extends keyof Entities>(kind: K): Find<Entities[K]> {
  return (view, id) => view.get(kind, id);
}
