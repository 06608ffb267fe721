/** What the embedded platform keeps, by kind. An entity is a JSON value; its id is unique within its kind. */
import type {
  Assessment,
  Hierarchy,
  Objective,
  ProctoringTemplate,
  Role,
  ScheduleStatus,
  Settings,
  Taxonomy,
} from './catalogue.ts';
import type { Answer } from './envelope.ts';
import type { RepositoryReference, TaxonomyReference } from './resources/collection.ts';
import type { ReviewSession } from './resources/review-session.ts';
import type { Candidate, DefaultedField, Schedule, ScheduleRequest } from './resources/schedule.ts';
import type { StoredUserFields, UserHierarchy } from './resources/user.ts';

/** A user as stored. Instead of the password there is only its hash, in PHC string form. */
export interface UserEntity extends StoredUserFields {
  ExternalId: string;
  PasswordHash?: string | undefined;
  Hierarchies?: Omit<UserHierarchy, 'Action'>[] | undefined;
}

/** Why the platform needs the login of a user. */
export type Duty = 'owns-settings' | 'manages-schedules' | 'administers-hierarchy';

/** A candidate of a schedule as stored: without the password, which belongs to the user, and with the links. */
export interface CandidateEntity extends Omit<Candidate, 'Password'> {
  StartupLink: string;
  LaunchUrl?: string | undefined;
}

/** The links of a candidate, ready for a mail merge: nothing of it is masked. */
export interface CandidateLinks {
  readonly CandidateExtId: string;
  readonly Name: string;
  readonly Email: string;
  readonly ScheduleTitle: string | null;
  readonly StartDateTime: string;
  readonly EndDateTime: string | null;
  readonly StartupLink: string;
  readonly LaunchUrl: string | null;
}

export interface ScheduleEntity {
  Schedule: Schedule & { ScheduleExtId: string };
  /** The fields that the platform filled in: each update fills them in again. Absent if there are none. */
  Defaulted?: DefaultedField[] | undefined;
  Workflow: NonNullable<ScheduleRequest['Workflow']>;
  Status: ScheduleStatus;
  Candidates: CandidateEntity[];
  /** External ids of users. */
  Invigilators: string[];
}

interface CollectionEntity {
  ExternalId: string;
  Title: string;
  Owner: string;
  Taxonomies: TaxonomyReference[];
  ObjectiveRepositories: RepositoryReference[];
}

/** An index entry: which hierarchy this is. */
interface HierarchyReference {
  ExternalId: string;
}

/** An index entry: whose user name or synchronisation key this is. */
interface UserReference {
  ExternalId: string;
}

/** How far a run has come: ranges of numbers of its records, the first and the last of each, that are committed. */
interface RunProgress {
  readonly done: readonly (readonly [number, number])[];
}

/** The answer to a request that came with a key, so that the same request gets it again. */
interface KeptAnswer {
  /** Of the request. */
  readonly digest: string;
  /** Until when it counts, in milliseconds since 1970. */
  readonly until: number;
  readonly status: Answer<unknown>['status'];
  readonly envelope: Answer<unknown>['envelope'];
}

export interface Entities {
  /** One entity, with the id `SETTINGS_ID`. */
  Settings: Settings;
  Roles: Role;
  Hierarchies: Hierarchy;
  /** One entity, with the id `ROOT_ID`: which hierarchy has no parent. */
  RootHierarchy: HierarchyReference;
  Users: UserEntity;
  UserNames: UserReference;
  SynchronizationKeys: UserReference;
  Assessments: Assessment;
  ProctoringTemplates: ProctoringTemplate;
  Taxonomies: Taxonomy;
  Objectives: Objective;
  Collections: CollectionEntity;
  Schedules: ScheduleEntity;
  ReviewSessions: ReviewSession;
  /** By the id of the run; gone when the run has ended properly. */
  Runs: RunProgress;
  /** By the day of the request, its sender and its key; for a day. */
  KeptAnswers: KeptAnswer;
}

export type EntityKind = keyof Entities;

export const SETTINGS_ID = 'settings';
export const ROOT_ID = 'root';

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

/** Indices, the progress of runs, and kept answers. */
const OTHER_KINDS: Readonly<Record<Exclude<EntityKind, ShownKind>, true>> = {
  RootHierarchy: true,
  UserNames: true,
  SynchronizationKeys: true,
  Runs: true,
  KeptAnswers: true,
};
export const ENTITY_KINDS: readonly EntityKind[] = [...SHOWN_KINDS, ...(Object.keys(OTHER_KINDS) as EntityKind[])];
