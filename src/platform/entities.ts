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
