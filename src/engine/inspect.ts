/** Looking at what the embedded platform holds: in the catalogue's form, without hashes and links. */
import type { ScheduleEntity, UserEntity } from '../contract/entities.ts';
import { type EntityKind, SETTINGS_ID } from '../contract/entities.ts';
import type { StoreView } from '../store/port.ts';
import { omit } from './merge.ts';

/** The kinds that can be shown, in the catalogue's order. Indices are left out. */
export const SHOWN_KINDS = [
  'Settings',
  'Roles',
  'Hierarchies',
  'Users',
  'Assessments',
  'ProctoringTemplates',
  'Taxonomies',
  'Objectives',
  'Collections',
  'Schedules',
  'ReviewSessions',
] as const satisfies readonly EntityKind[];
export type ShownKind = (typeof SHOWN_KINDS)[number];

/** One entry in the catalogue's form, or `undefined`. */
export async function showEntry(view: StoreView, kind: ShownKind, id: string): Promise<object | undefined> {
  const entity = await view.get(kind, kind === 'Settings' ? SETTINGS_ID : id);
  if (entity === undefined) return undefined;
  if (kind === 'Users') return omit(entity as UserEntity, 'PasswordHash');
  if (kind === 'Schedules') return withoutLinks(entity as ScheduleEntity);
  return entity;
}

/** All entries of a kind, one at a time. */
export async function* showEntries(view: StoreView, kind: ShownKind): AsyncGenerator<object> {
  for await (const id of view.ids(kind)) {
    const entry = await showEntry(view, kind, id);
    if (entry !== undefined) yield entry;
  }
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

function withoutLinks(schedule: ScheduleEntity): object {
  return {
    ...schedule,
    Candidates: schedule.Candidates.map((candidate) => omit(candidate, 'StartupLink', 'LaunchUrl')),
  };
}
